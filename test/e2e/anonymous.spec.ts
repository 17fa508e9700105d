import { anonymousActions, talkTopics } from '#features/anonymous-chat/contract.ts'
import { limits } from '#shared/realtime/wire.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import { post } from '../support/browser/demo.ts'
import { hydrated } from '../support/browser/pages.ts'
import { test } from '../support/browser/strangers.ts'
import { expect, type Talker } from '../support/browser/talker.ts'
import { textsOf } from '../support/browser/texts.ts'
import { holdSockets } from '../support/browser/transport.ts'

const hourMs = 60 * 60_000
const phone = { viewport: { width: 390, height: 844 } }

for (const language of ['uk'] as const)
  test.describe(`in ${language}`, () => {
    test.use({ language })

    test('the wish is chosen and the wait is shown, read out and without violations', async ({ stranger, talkLanguage }) => {
      const zelda = await stranger('Zelda', { ...phone, reducedMotion: 'reduce' })
      const { page, t } = zelda
      await page.goto(zelda.lobby)
      await hydrated(page)
      expect(await violationsOf(page)).toEqual([])
      await expect(page.getByLabel(t('anonymous.language'))).toHaveValue(language)
      // Somebody of a test before may still wait in the page's own.
      await page.getByLabel(t('anonymous.language')).selectOption(talkLanguage)
      for (const topic of talkTopics.slice(0, 2)) await page.getByLabel(t(`anonymous.topic.${topic}`), { exact: true }).check()
      await zelda.button(t('anonymous.join')).click()
      await expect(page.getByRole('status').filter({ hasText: t('anonymous.waiting.title') })).toBeAttached()
      await expect(page.getByRole('timer')).toContainText('00:')
      await expect(page.getByText(t('anonymous.topic.music'))).toBeVisible()
      expect(await violationsOf(page)).toEqual([])
      await page.reload()
      await zelda.waits()
      await zelda.button(t('encounters.wait.stop')).click()
      await expect(zelda.button(t('anonymous.join'))).toBeVisible()
    })

    test('a way to be reached elsewhere does not go through, and its writer is told why', async ({ chat }) => {
      const [zelda, quirin] = await chat()
      const { page, composer, t } = zelda
      await composer.fill('anna@example.com')
      await composer.press('Enter')
      await expect(page.getByText(t('encounters.contact'))).toBeVisible()
      await zelda.button(t('encounters.discard')).click()
      await expect(page.getByText('anna@example.com')).toHaveCount(0)
      await zelda.says('Then like this')
      await quirin.hears('Then like this')
      await expect(quirin.log.getByRole('listitem')).toHaveCount(1)
    })

    test('everything works without a script: wait, talk, reveal, report', async ({ stranger, talkLanguage }) => {
      const plain = { javaScriptEnabled: false }
      const [zelda, quirin] = await Promise.all([stranger('Zelda', plain), stranger('Quirin', plain)])
      const { t } = zelda
      await zelda.look(talkLanguage)
      await zelda.waits()
      await quirin.look(talkLanguage)
      for (const each of [zelda, quirin]) await findsChat(each)
      await zelda.composer.fill('No scripts here')
      await zelda.button(t('encounters.send')).click()
      await zelda.hears('No scripts here')
      await quirin.page.getByRole('link', { name: t('encounters.news') }).click()
      await quirin.hears('No scripts here')
      await quirin.button(t('anonymous.room.reveal')).click()
      await expect(quirin.page.getByText(t('anonymous.room.pressed')).last()).toBeVisible()
      await zelda.reports()
      await quirin.page.reload()
      await quirin.isOver()
      expect(await zelda.page.content()).not.toContain(quirin.member.id)
    })

    test('browsers whose clocks are wrong by hours wait, talk, count and reveal as others do', async ({ chat }) => {
      const [zelda, quirin] = await chat({ clockAheadMs: 7.5 * hourMs }, { clockAheadMs: -11 * hourMs })
      const { t } = zelda
      await zelda.says('Is it late?')
      await quirin.hears('Is it late?')
      await quirin.says('It is early')
      await zelda.hears('It is early')
      for (const each of [zelda, quirin])
        await expect(each.log.getByRole('listitem').last(), 'the order is that of the server').toContainText('It is early')
      const times = await Promise.all([zelda, quirin].map(timesOf))
      expect(times[0]).toEqual(times[1])
      for (const time of times.flat()) expect(Math.abs(Date.parse(time ?? '') - Date.now())).toBeLessThan(5 * 60_000)
      await quirin.losesLine()
      for (const each of [zelda, quirin]) {
        await each.talks()
        await each.button(t('anonymous.room.reveal')).click()
      }
      await zelda.knows(quirin.member)
      await quirin.knows(zelda.member)
    })

    test('a wait is counted by the clock of the server', async ({ stranger, talkLanguage }) => {
      const zelda = await stranger('Zelda', { clockAheadMs: 9 * hourMs })
      await zelda.look(talkLanguage)
      await zelda.waits()
      await expect(zelda.page.getByRole('timer')).toContainText(/00:0[1-9]|00:[1-5]\d/)
      await zelda.page.reload()
      await expect(zelda.page.getByRole('timer')).toContainText(/00:[0-5]\d/)
    })
  })

test('a tab whose connection comes only after the wait has begun waits, too', async ({ stranger, talkLanguage }) => {
  const zelda = await stranger('Zelda')
  await zelda.page.goto(zelda.lobby)
  const tab = await zelda.page.context().newPage()
  const letThrough = await holdSockets(tab)
  await tab.goto(zelda.lobby)
  await hydrated(tab)
  await zelda.look(talkLanguage)
  await zelda.waits()
  const title = zelda.t('anonymous.waiting.title')
  await expect(tab.getByRole('heading', { name: title })).toHaveCount(0)
  letThrough()
  await expect(tab.getByRole('heading', { name: title })).toBeVisible()
})

test('what is typed before the script has come counts towards the limit of a message', async ({ chat }) => {
  const [{ page, composer, locale }] = await chat()
  const held = Promise.withResolvers<void>()
  await page.route(/hydrate-entry/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await composer.fill('a'.repeat(limits.messageText - 3))
  held.resolve()
  await expect(page.getByText(textsOf(locale).tn('encounters.left', 3))).toBeVisible()
})

test('who opens the lobby right after a chat has begun is led to it', async ({ stranger, talkLanguage }) => {
  const [zelda, quirin] = await Promise.all([stranger('Zelda'), stranger('Quirin')])
  await zelda.look(talkLanguage)
  await zelda.waits()
  // As a press before the page's script has come: no event and no answer leads on.
  await post(quirin.page, anonymousActions.join.path, { language: talkLanguage, topics: [] })
  await expect
    .poll(async () => (await quirin.page.request.get(`${quirin.lobby}/_payload.json`)).json())
    .toMatchObject({ data: { props: { kind: 'paired' } } })
  await quirin.page.goto(quirin.lobby)
  for (const each of [zelda, quirin]) await each.talks()
})

/** Without a script the page is opened again until it leads to the chat. */
async function findsChat({ page, lobby, t, composer }: Talker): Promise<void> {
  await expect(async () => {
    await page.goto(lobby)
    await page.getByRole('link', { name: t('anonymous.paired.open') }).click({ timeout: 5_000 })
  }).toPass({ timeout: 20_000 })
  await expect(composer).toBeVisible()
}

/** When the messages were sent, by what the page says. */
function timesOf({ log }: Talker): Promise<(string | null)[]> {
  return log.locator('time').evaluateAll((times) => times.map((time) => time.getAttribute('datetime')))
}
