import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Flash } from '#shared/bootstrap.ts'
import { I18nProvider } from '#shared/i18n/context.tsx'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { PageProvider } from '#shared/react/page-context.tsx'
import { action } from '#shared/routing/action.ts'
import { routes } from '#shared/routing/routes.ts'
import { LeaveAsk } from './leave-ask.tsx'

const leave = action('/api/test/leave', 'test-leave')
const goOn = action('/api/test/next', 'test-next')
const page = {
  viewer: null,
  params: {},
  url: '/anonymous-chat/a-1',
  timeZone: 'UTC',
  now: 0,
  config: { wssURL: '', textKey: '', saltLength: 0, pixelId: '', vapidKey: '', periodicRefresh: false },
  page: routes.anonymousChatRoom.key,
  error: null,
  isFromElsewhere: false,
}

/** The page's own HTML, as used by a browser without scripts. */
async function draw(flash: Flash | null = null): Promise<string[]> {
  const texts = await loadMessages('en', ['encounters', 'common'])
  const html = renderToString(
    <PageProvider value={{ ...page, flash }}>
      <I18nProvider value={createTranslator('en', texts, { timeZone: 'UTC' })}>
        <LeaveAsk action={leave} id="a-1" />
        <LeaveAsk action={goOn} id="a-1" next={{ open: 'Next person', confirm: 'Find someone else' }} />
      </I18nProvider>
    </PageProvider>,
  )
  return html.split('</details>')
}

test('each way out asks first: nothing in sight sends it, and one is open at a time', async () => {
  for (const [html = '', words, { path }] of [
    [(await draw())[0], ['Leave', 'Leave for good'], leave],
    [(await draw())[1], ['Next person', 'Find someone else'], goOn],
  ] as const) {
    const [inSight = '', asked = ''] = html.split('</summary>')
    expect(html).toMatch(/^<details name="leave" class="[^"]*">/)
    expect(inSight).toMatch(new RegExp(`${words[0]}<.*Stay<`))
    expect(inSight).not.toContain('<form')
    expect(asked).toMatch(/Leave for good\?.*It ends for the other person as well\./)
    expect(asked).toContain(`action="${path}" method="post"`)
    expect(asked).toContain(`${words[1]}</`)
  }
})

test('a refusal comes back in sight, though no script opens what holds it', async () => {
  const [kept = '', refused = ''] = await draw({ form: goOn.form, values: {}, error: 'Try again in an hour.' })
  expect(refused).toMatch(/^<details name="leave" class="[^"]*" open="">/)
  expect(refused).toContain('Try again in an hour.')
  expect(kept).not.toContain('open=""')
})
