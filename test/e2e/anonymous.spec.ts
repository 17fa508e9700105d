import { anonymousActions, talkTopics } from '#features/encounters/anonymous/contract.ts'
import { limits } from '#shared/realtime/wire.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import { chooseLanguage } from '../support/browser/choose-language.ts'
import { post } from '../support/browser/demo.ts'
import { hydrated } from '../support/browser/pages.ts'
import { listenIn, touch } from '../support/browser/sounds.ts'
import { test } from '../support/browser/strangers.ts'
import { expect, type Talker } from '../support/browser/talker.ts'
import { textsOf } from '../support/browser/texts.ts'
import { holdToasts } from '../support/browser/toasts.ts'
import { holdSockets } from '../support/browser/transport.ts'

const hourMs = 60 * 60_000
const phone = { viewport: { width: 390, height: 844 } }

test.use({ language: 'uk' })

test('the wish is chosen and the wait is shown, read out and without violations, also on a tab that connects only then', async ({
  stranger,
  talkLanguage,
}) => {
  const zelda = await stranger('Zelda', { ...phone, reducedMotion: 'reduce' })
  const { page, t } = zelda
  await page.goto(zelda.lobby)
  await hydrated(page)
  expect(await violationsOf(page)).toEqual([])
  const tab = await page.context().newPage()
  const letThrough = await holdSockets(tab)
  await tab.goto(zelda.lobby)
  await hydrated(tab)
  // What she speaks, which the page's language is no part of.
  await expect(page.getByLabel(t('encounters.languages.first'))).toHaveValue('en')
  await expect(page.getByLabel(t('encounters.languages.third'))).toHaveValue('')
  await chooseLanguage(page.locator('main'), talkLanguage, t)
  for (const topic of talkTopics.slice(0, 2)) await page.getByLabel(t(`anonymous.topic.${topic}`), { exact: true }).check()
  await zelda.button(t('anonymous.join')).click()
  await expect(page.getByRole('status').filter({ hasText: t('anonymous.waiting.title') })).toBeAttached()
  await expect(page.getByRole('timer')).toContainText('00:')
  await expect(page.getByText(t('anonymous.topic.music'))).toBeVisible()
  expect(await violationsOf(page)).toEqual([])

  await test.step('a tab whose connection comes only after the wait has begun waits, too', async () => {
    const waiting = tab.getByRole('heading', { name: t('anonymous.waiting.title') })
    await expect(waiting).toHaveCount(0)
    letThrough()
    await expect(waiting).toBeVisible()
    await tab.close()
  })
  await page.reload()
  await zelda.waits()
  await zelda.button(t('encounters.wait.stop')).click()
  await expect(zelda.button(t('anonymous.join'))).toBeVisible()
})

test('who is paired while they look at another page sees and hears it there, and the toast leads to the chat', async ({
  stranger,
  talkLanguage,
}) => {
  const [zelda, quirin] = await Promise.all([stranger('Zelda', phone), stranger('Quirin', phone)])
  const { page } = zelda
  const played = await listenIn(page)
  await holdToasts(page)
  await zelda.look(talkLanguage)
  await zelda.waits()
  await page.goto(href(routes.visitors, {}, { locale: zelda.locale }))
  await hydrated(page)
  await touch(page)
  await quirin.look(talkLanguage)
  await expect(quirin.page).toHaveURL(/\/anonymous-chat\/a-/)
  const toast = page.locator('[data-sonner-toast]').filter({ has: page.locator('a[href*="/anonymous-chat/a-"]') })
  await expect(toast).toHaveCount(1)
  await expect.poll(() => played).toHaveLength(1)
  await toast.getByRole('link').click()
  for (const each of [zelda, quirin]) await each.talks()
  expect(page.url().split('/').at(-1)).toBe(quirin.page.url().split('/').at(-1))
})

test('browsers whose clocks are wrong by hours wait, talk, count and reveal as others do', async ({ stranger, talkLanguage }) => {
  const [zelda, quirin] = await Promise.all([
    stranger('Zelda', { ...phone, clockAheadMs: 7.5 * hourMs }),
    stranger('Quirin', { ...phone, clockAheadMs: -11 * hourMs }),
  ])
  const { t, page, composer } = zelda

  await test.step('a wait is counted by the clock of the server', async () => {
    await zelda.look(talkLanguage)
    await zelda.waits()
    await expect(page.getByRole('timer')).toContainText(/00:0[1-9]|00:[1-5]\d/)
    await page.reload()
    await expect(page.getByRole('timer')).toContainText(/00:[0-5]\d/)
  })

  await test.step('who opens the lobby right after a chat has begun is led to it', async () => {
    // As a press before the page's script has come: no event and no answer leads on.
    await post(quirin.page, anonymousActions.join.path, { language: talkLanguage, topics: [] })
    await expect
      .poll(async () => (await quirin.page.request.get(`${quirin.lobby}/_payload.json`)).json())
      .toMatchObject({ data: { props: { kind: 'paired' } } })
    await quirin.page.goto(quirin.lobby)
    for (const each of [zelda, quirin]) await each.talks()
  })

  await test.step('a way to be reached elsewhere does not go through, and its writer is told why', async () => {
    await composer.fill('anna@example.com')
    await composer.press('Enter')
    await expect(page.getByText(t('encounters.contact'))).toBeVisible()
    await zelda.button(t('encounters.discard')).click()
    await expect(page.getByText('anna@example.com')).toHaveCount(0)
    await zelda.says('Is it late?')
    await quirin.hears('Is it late?')
    await expect(quirin.log.getByRole('listitem')).toHaveCount(1)
  })

  await test.step('order and times of messages are those of the server', async () => {
    await quirin.says('It is early')
    await zelda.hears('It is early')
    for (const each of [zelda, quirin])
      await expect(each.log.getByRole('listitem').last(), 'the order is that of the server').toContainText('It is early')
    const times = await Promise.all([zelda, quirin].map(timesOf))
    expect(times[0]).toEqual(times[1])
    for (const time of times.flat()) expect(Math.abs(Date.parse(time ?? '') - Date.now())).toBeLessThan(5 * 60_000)
  })

  await test.step('what is typed before the script has come counts towards the limit of a message', async () => {
    const held = Promise.withResolvers<void>()
    await page.route(/hydrate-entry/, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.reload({ waitUntil: 'commit' })
    await composer.fill('a'.repeat(limits.messageText - 3))
    held.resolve()
    await expect(page.getByText(textsOf(zelda.locale).tn('encounters.left', 3))).toBeVisible()
    await composer.fill('')
  })

  await quirin.losesLine()
  for (const each of [zelda, quirin]) {
    await each.talks()
    await each.button(t('anonymous.room.reveal')).click()
  }
  await zelda.knows(quirin.member)
  await quirin.knows(zelda.member)
})

/** When the messages were sent, by what the page says. */
function timesOf({ log }: Talker): Promise<(string | null)[]> {
  return log.locator('time').evaluateAll((times) => times.map((time) => time.getAttribute('datetime')))
}
