import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import { leaveTalk, nextToggle } from '../support/browser/leave.ts'
import { hydrated } from '../support/browser/pages.ts'
import { test } from '../support/browser/strangers.ts'
import { expect, type Talker } from '../support/browser/talker.ts'

// Some lines break on purpose.
test.use({
  language: 'uk',
  allowed: [
    /WebSocket connection to|Failed to load resource|Failed to establish socket connection|Failed to connect to the presence-/,
  ],
})

const phone = { viewport: { width: 390, height: 844 } }

test('who drops out is missed and comes back in time; both reveal who they are, after a reload, a lost line and with a second tab', async ({
  chat,
}) => {
  const [zelda, quirin] = await chat(phone)
  const { t } = zelda
  expect(await zelda.partnerName).not.toBe(await quirin.partnerName)
  await zelda.says('Привіт, незнайомко!')
  await quirin.hears('Привіт, незнайомко!')
  await quirin.composer.pressSequentially('Hello')
  await expect(zelda.page.getByText(t('encounters.typing', { name: await zelda.partnerName }))).toBeVisible()
  await quirin.says('Hello to you')

  const back = await test.step('whoever drops out is missed, by seconds that are counted, and talks on when back', async () => {
    await quirin.page.close()
    const seconds = zelda.page.locator('[aria-hidden="true"]').getByText(/\d/)
    await expectMissed(zelda)
    await expect(seconds.first()).toBeVisible()
    const again = await quirin.openTab()
    for (const each of [again, zelda]) await each.talks()
    return again
  })
  await zelda.page.reload()
  const tab = await zelda.openTab()
  for (const each of [zelda, tab]) await each.hears('Hello to you')
  await back.losesLine()
  for (const each of [zelda, tab, back]) await each.talks()
  expect(await zelda.page.content()).not.toContain(quirin.member.firstName)

  await test.step('a reveal by one shows the other nothing, one by both who they are', async () => {
    await zelda.composer.fill('Half a sentence')
    await zelda.button(t('anonymous.room.reveal')).click()
    await expect(zelda.page.getByText(t('anonymous.room.pressed')).last()).toBeVisible()
    await back.page.reload()
    await expect(back.page.getByText(t('anonymous.room.sealed'))).toBeVisible()
    await back.button(t('anonymous.room.reveal')).click()
    for (const each of [zelda, tab]) await each.knows(quirin.member)
    await back.knows(zelda.member)
    expect(await violationsOf(zelda.page)).toEqual([])
    await back.page.reload()
    await back.knows(zelda.member)
    // The page shows it: a toast would say it twice.
    await expect(zelda.page.locator('[data-sonner-toast]')).toHaveCount(0)
  })
  await zelda.page.getByRole('link', { name: t('anonymous.revealed.open') }).click()
  await expect(zelda.page).toHaveURL(/messages\?chat=/)
  for (const text of ['Привіт, незнайомко!', 'Hello to you']) await zelda.hears(text)
  await expect(zelda.composer, 'what was not sent yet').toHaveValue('Half a sentence')
})

test('who moves on is asked once, waits with their second tab and finds the third, never the one just left', async ({
  chat,
  stranger,
  talkLanguage,
}) => {
  const [zelda, quirin] = await chat(phone)
  const { t } = zelda
  const left = zelda.page.url()
  const tab = await zelda.openTab()
  await tab.talks()
  await hydrated(tab.page)
  expect(await violationsOf(tab.page)).toEqual([])

  const confirm = zelda.button(t('anonymous.ended.again'))
  await nextToggle(zelda.page).click()
  await expect(zelda.page.getByText(t('encounters.leave.text')).filter({ visible: true })).toBeInViewport({ ratio: 1 })
  expect(await violationsOf(zelda.page)).toEqual([])
  await nextToggle(zelda.page).getByText(t('encounters.leave.stay'), { exact: true }).click()
  await expect(confirm).toBeHidden()
  await nextToggle(zelda.page).click()
  await confirm.click()
  for (const each of [zelda, tab]) await each.waits()
  await quirin.isOverForGood()
  await quirin.button(t('anonymous.ended.again')).click()
  for (const each of [quirin, zelda]) await each.waits()

  const third = await stranger('Ottilie', phone)
  await third.look(talkLanguage)
  for (const each of [zelda, tab, third]) await each.talks()
  expect(zelda.page.url()).not.toBe(left)
  await quirin.waits()
  await third.says('Welcome')
  for (const each of [zelda, tab]) await each.hears('Welcome')
})

test('who is reported sees on every tab the end that everybody sees, and no list names anybody', async ({ chat }) => {
  const [zelda, quirin] = await chat(phone)
  const { t, locale } = zelda
  const tab = await quirin.openTab()
  await tab.talks()
  await quirin.says('Something unkind')
  await zelda.reports()
  for (const each of [quirin, tab]) await each.isOver()
  await quirin.isOverForGood()
  await zelda.page.goto(href(routes.mainSettings, {}, { locale, query: { section: 'privacy' } }))
  await expect(zelda.page.getByText(t('safety.blocked.none'), { exact: true })).toBeVisible()
  for (const secret of [quirin.member.id, quirin.member.firstName]) expect(await zelda.page.content()).not.toContain(secret)
})

test('one leaves while the other has no line: it is over on every tab, and what was said is gone', async ({ chat }) => {
  const [zelda, quirin] = await chat(phone)
  const tab = await zelda.openTab()
  await tab.talks()
  await zelda.says('Anybody there?')
  await quirin.page.context().setOffline(true)
  await leaveTalk(zelda.page, zelda.t)
  for (const each of [zelda, tab]) await each.isOver()
  await quirin.page.context().setOffline(false)
  for (const each of [quirin, zelda]) await each.isOverForGood()
  await expect(quirin.page.getByText('Anybody there?')).toHaveCount(0)
  expect(await violationsOf(quirin.page)).toEqual([])
})

test.describe('where no WebSocket gets through', () => {
  test.use({ polls: true })

  test('both reveal who they are, after a lost line, and go on in their conversation', async ({ chat }) => {
    const [zelda, quirin] = await chat(phone)
    await zelda.says('Hello over polling')
    await quirin.hears('Hello over polling')
    await quirin.losesLine()
    for (const each of [zelda, quirin]) await each.button(each.t('anonymous.room.reveal')).click()
    await zelda.knows(quirin.member)
    await quirin.knows(zelda.member)
    await quirin.page.getByRole('link', { name: quirin.t('anonymous.revealed.open') }).click()
    await quirin.hears('Hello over polling')
  })
})

async function expectMissed({ page, t, partnerName }: Talker): Promise<void> {
  await expect(page.getByText(t('encounters.dropped', { name: await partnerName }))).toBeAttached()
}
