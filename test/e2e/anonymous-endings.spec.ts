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

    // The server ends it, whatever carries the news.
    if (!polls) {
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

      test('a pause and a block by profile leave the talk alone, and hold from its end', async ({ chat, talkLanguage }) => {
        const [zelda, quirin] = await chat()
        await post(zelda.page, blockActions.block.path, { id: quirin.member.id })
        await post(quirin.page, profileActions.pause.path, { pause: '1' })
        for (const each of [zelda, quirin]) {
          await each.page.reload()
          await each.talks()
        }
        await quirin.says('Still here')
        await zelda.hears('Still here')
        await zelda.says('So am I')
        await quirin.hears('So am I')
        await leaveTalk(zelda.page, zelda.t)
        for (const each of [zelda, quirin]) await each.isOverForGood()
        await quirin.page.goto(quirin.lobby)
        await expect(quirin.page.getByText(quirin.t('common.error.profile-paused'))).toBeVisible()
        await post(quirin.page, profileActions.pause.path, { pause: '0' })
        for (const each of [zelda, quirin]) {
          await each.look(talkLanguage)
          await each.waits()
        }
        await zelda.page.reload()
        await zelda.waits()
      })
    }

    test('who drops out is missed, by seconds that are counted, and goes on talking when back in time', async ({ chat }) => {
      const [zelda, quirin] = await chat()
      await quirin.page.close()
      const seconds = zelda.page.locator('[aria-hidden="true"]').getByText(/\d/)
      await expectMissed(zelda)
      await expect(seconds.first()).toBeVisible()
      const again = await quirin.openTab()
      for (const each of [again, zelda]) await each.talks()
      await again.says('Here again')
      await zelda.hears('Here again')
    })

    // A line that polls is missed half a minute later, and the half minute is counted by the same object.
    if (!polls)
      test('who is back after more than 30 seconds finds that it is over', async ({ chat }) => {
        const [zelda, quirin] = await chat()
        await quirin.page.context().setOffline(true)
        await expectMissed(zelda)
        await expect(zelda.heading(zelda.t('anonymous.ended.title'))).toBeVisible({ timeout: 45_000 })
        await quirin.page.context().setOffline(false)
        await quirin.isOver()
      })
  })

async function expectMissed({ page, t, partnerName }: Talker): Promise<void> {
  await expect(page.getByText(t('encounters.dropped', { name: await partnerName }))).toBeAttached()
}
