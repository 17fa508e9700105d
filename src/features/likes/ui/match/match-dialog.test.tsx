import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { MatchView } from '#features/likes/contract.ts'
import { I18nProvider } from '#shared/i18n/context.tsx'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { PageProvider, type PageValue } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { MatchDialog } from './match-dialog.tsx'

const page: PageValue = {
  viewer: null,
  params: {},
  url: '/likes',
  timeZone: 'UTC',
  now: 0,
  flash: null,
  config: { wssURL: '', textKey: '', saltLength: 0, pixelId: '', vapidKey: '', periodicRefresh: false },
  page: routes.likes.key,
  error: null,
  isFromElsewhere: false,
}

it('two matches on one page are each named by their own heading', async () => {
  const translator = createTranslator('en', await loadMessages('en', ['likes', 'common']), { timeZone: 'UTC' })
  const matches = ['anna', 'ben'].map((id): MatchView => ({
    id,
    firstName: id,
    avatar: null,
    conversationId: id,
    openings: [],
    ties: [],
  }))
  const html = renderToString(
    <I18nProvider value={translator}>
      <PageProvider value={page}>
        {matches.map((match) => (
          <MatchDialog key={match.id} match={match} onClose={() => {}} />
        ))}
      </PageProvider>
    </I18nProvider>,
  )
  const found = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, id]) => id)
  const headings = found(/<h2[^>]* id="([^"]+)"/g)
  expect(new Set(headings).size).toBe(2)
  expect(found(/<dialog[^>]* aria-labelledby="([^"]+)"/g)).toEqual(headings)
})
