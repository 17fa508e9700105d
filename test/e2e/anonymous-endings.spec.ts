import { blockActions } from '#features/blocks/contract.ts'
import { profileActions } from '#features/profile/contract.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import { post } from '../support/browser/demo.ts'
import { leaveTalk } from '../support/browser/leave.ts'
import { hydrated } from '../support/browser/pages.ts'
import { test } from '../support/browser/strangers.ts'
import { expect, type Talker } from '../support/browser/talker.ts'

// Two or three people, step by step: on a busy machine that takes its time.
test.describe.configure({ timeout: 240_000 })
// Some lines break on purpose.
test.use({
  allowed: [
    /WebSocket connection to|Failed to load resource|Failed to establish socket connection|Failed to connect to the presence-/,
  ],
})

const phone = { viewport: { width: 390, height: 844 } }

/** Each transport and each language once. */
const ways = [
  { language: 'uk', polls: false },
  { language: 'en', polls: true },
] as const

for (const { language, polls } of ways)
  test.describe(`every ending of an anonymous chat, in ${language}${polls ? ', where no WebSocket gets through' : ''}`, () => {
    test.use({ language, polls })

    test('both reveal who they are: after a reload, a lost line and with a second tab', async ({ chat }) => {
      const [zelda, quirin] = await chat()
      const { t } = zelda
      expect(await zelda.partnerName).not.toBe(await quirin.partnerName)
      await zelda.says('Привіт, незнайомко!')
      await quirin.hears('Привіт, незнайомко!')
      await quirin.composer.pressSequentially('Hello')
      await expect(zelda.page.getByText(t('encounters.typing', { name: await zelda.partnerName }))).toBeVisible()
      await quirin.says('Hello to you')
      await zelda.page.reload()
      const tab = await zelda.openTab()
      for (const each of [zelda, tab]) await each.hears('Hello to you')
      await quirin.losesLine()
      for (const each of [zelda, tab, quirin]) await each.talks()
      expect(await zelda.page.content()).not.toContain(quirin.member.firstName)

      await zelda.button(t('anonymous.room.reveal')).click()
      await expect(zelda.page.getByText(t('anonymous.room.pressed')).last()).toBeVisible()
      await quirin.page.reload()
      await expect(quirin.page.getByText(t('anonymous.room.sealed'))).toBeVisible()
      await quirin.button(t('anonymous.room.reveal')).click()
      for (const each of [zelda, tab]) await each.knows(quirin.member)
      await quirin.knows(zelda.member)
      expect(await violationsOf(zelda.page)).toEqual([])
      await quirin.page.reload()
      await quirin.knows(zelda.member)
      // The page shows it: a toast would say it twice.
      await expect(zelda.page.locator('[data-sonner-toast]')).toHaveCount(0)
      await zelda.page.getByRole('link', { name: t('anonymous.revealed.open') }).click()
      await expect(zelda.page).toHaveURL(/messages\?chat=/)
      for (const text of ['Привіт, незнайомко!', 'Hello to you']) await zelda.hears(text)
    })

    test('one leaves while the other has no line: it ends for both in the same words, on every tab', async ({ chat }) => {
      const [zelda, quirin] = await chat(phone)
      const { t } = zelda
      expect(await violationsOf(zelda.page)).toEqual([])
      const tab = await zelda.openTab()
      await tab.talks()
      await quirin.page.reload()
      await quirin.talks()
      await quirin.says('Anybody there?')
      await quirin.page.context().setOffline(true)
      await leaveTalk(zelda.page, t)
      for (const each of [zelda, tab]) await each.isOver()
      await quirin.page.context().setOffline(false)
      for (const each of [quirin, zelda, tab]) await each.isOverForGood()
      await expect(zelda.page.getByText('Anybody there?')).toHaveCount(0)
      expect(await violationsOf(zelda.page)).toEqual([])
      await quirin.button(t('anonymous.ended.again')).click()
      await quirin.waits()
    })

    test('one reports: the other sees the end that everybody sees, and no list names anybody', async ({ chat }) => {
      const [zelda, quirin] = await chat(phone)
      const { t, locale, page } = zelda
      const tab = await quirin.openTab()
      await tab.talks()
      await quirin.says('Something unkind')
      await page.reload()
      await zelda.talks()
      await zelda.losesLine()
      await zelda.hears('Something unkind')
      await zelda.reports()
      for (const each of [quirin, tab]) await each.isOverForGood()
      await page.goto(href(routes.mainSettings, {}, { locale, query: { section: 'privacy' } }))
      await expect(page.getByText(t('safety.blocked.none'), { exact: true })).toBeVisible()
      for (const secret of [quirin.member.id, quirin.member.firstName]) expect(await page.content()).not.toContain(secret)
    })

    test('who moves on finds the third, never the one just left, and their second tab follows', async ({
      chat,
      stranger,
      talkLanguage,
    }) => {
      const [zelda, quirin] = await chat()
      const left = zelda.page.url()
      const tab = await zelda.openTab()
      await tab.talks()
      await hydrated(tab.page)
      await quirin.losesLine()
      await zelda.button(zelda.t('anonymous.room.next')).click()
      for (const each of [zelda, tab]) await each.waits()
      await quirin.isOverForGood()
      await quirin.look(talkLanguage)
      await quirin.waits()
      await zelda.page.reload()
      await zelda.waits()
      const ottilie = await stranger('Ottilie')
      await ottilie.look(talkLanguage)
      for (const each of [zelda, tab, ottilie]) await each.talks()
      expect(zelda.page.url()).not.toBe(left)
      await ottilie.says('I am the third')
      for (const each of [zelda, tab]) await each.hears('I am the third')
      await quirin.waits()
    })

    test('one pauses their profile, or blocks the other from their profile: it is the same end', async ({ chat }) => {
      await test.step('a pause', async () => {
        const [zelda, quirin] = await chat()
        await zelda.losesLine()
        await post(quirin.page, profileActions.pause.path, { pause: '1' })
        for (const each of [zelda, quirin]) await each.isOverForGood()
        await quirin.page.goto(quirin.lobby)
        await expect(quirin.page.getByText(quirin.t('common.error.profile-paused'))).toBeVisible()
      })
      await test.step('a block', async () => {
        const [zelda, quirin] = await chat()
        const tab = await zelda.openTab()
        await tab.talks()
        await post(quirin.page, blockActions.block.path, { id: zelda.member.id })
        // A chat asks at most every five seconds whether the two may still meet, whoever calls it.
        await expect(async () => {
          await quirin.page.reload()
          await expect(quirin.heading(quirin.t('anonymous.ended.title'))).toBeVisible({ timeout: 2_000 })
        }).toPass()
        for (const each of [zelda, tab, quirin]) await each.isOverForGood()
      })
    })
  })

test('who drops out has 30 seconds, which are counted: in time they are back, too late it is over', async ({ chat }) => {
  // The chats begin one after the other and wait out their seconds together.
  const pairs: [Talker, Talker][] = []
  for (const way of ways) pairs.push(await chat(way))
  await Promise.all(pairs.map(dropOut))
})

async function dropOut([zelda, quirin]: [Talker, Talker]): Promise<void> {
  await quirin.page.close()
  const seconds = zelda.page.locator('[aria-hidden="true"]').getByText(/\d/)
  await expect(zelda.page.getByText(zelda.t('encounters.dropped', { name: await zelda.partnerName }))).toBeAttached()
  await expect(seconds.first()).toBeVisible()
  const again = await quirin.openTab()
  await again.talks()
  await zelda.talks()
  await again.says('Here again')
  await zelda.hears('Here again')

  const tab = await zelda.openTab()
  await again.page.context().setOffline(true)
  await expect(zelda.page.getByText(zelda.t('encounters.dropped', { name: await zelda.partnerName }))).toBeAttached()
  for (const each of [zelda, tab]) await expect(each.heading(each.t('anonymous.ended.title'))).toBeVisible({ timeout: 60_000 })
  await again.page.context().setOffline(false)
  for (const each of [again, zelda]) await each.isOverForGood()
}
