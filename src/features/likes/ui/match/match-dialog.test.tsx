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

async function render(matches: readonly MatchView[]): Promise<string> {
  const translator = createTranslator('en', await loadMessages('en', ['likes', 'common']), { timeZone: 'UTC' })
  return renderToString(
    <I18nProvider value={translator}>
      <PageProvider value={page}>
        {matches.map((match) => (
          <MatchDialog key={match.id} match={match} onClose={() => {}} />
        ))}
      </PageProvider>
    </I18nProvider>,
  )
}

const matchOf = (id: string): MatchView => ({ id, firstName: id, avatar: null, conversationId: id, openings: [], ties: [] })

it('two matches on one page are each named by their own heading', async () => {
  const html = await render(['anna', 'ben'].map(matchOf))
  const found = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, id]) => id)
  const headings = found(/<h2[^>]* id="([^"]+)"/g)
  expect(new Set(headings).size).toBe(2)
  expect(found(/<dialog[^>]* aria-labelledby="([^"]+)"/g)).toEqual(headings)
})

it('a like that came with a line was the first word: no other one is asked for or offered', async () => {
  const tie = { kind: 'answer', photo: null, text: 'Rye bread', isMine: true } as const
  const match = { ...matchOf('anna'), openings: ['What do you bake?'] }
  const withLine = await render([{ ...match, ties: [{ ...tie, line: 'With caraway?' }] }])
  expect(withLine).toContain('anna can see what you wrote.')
  expect(withLine).not.toContain('What do you bake?')
  const without = await render([{ ...match, ties: [{ ...tie, line: null }] }])
  expect(without).not.toContain('anna can see what you wrote.')
  expect(without).toContain('What do you bake?')
})
