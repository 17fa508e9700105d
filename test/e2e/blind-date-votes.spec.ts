import { violationsOf } from '../support/browser/accessibility.ts'
import { datesIn, test, type Guest } from '../support/browser/dates.ts'
import { leaveTalk } from '../support/browser/leave.ts'
import { expect } from '../support/browser/test.ts'

// The talk takes 20 s here.
test.use({ dateTalkFactor: 15 })

const uk = datesIn('uk')
const en = datesIn('en')
const phone = { viewport: { width: 390, height: 844 } }

/** The talk ends by the clock. */
async function expectVote({ t, heading }: typeof uk, guests: readonly Guest[]): Promise<void> {
  for (const { page } of guests) await expect(heading(page, t('dates.vote.title'))).toBeVisible({ timeout: 30_000 })
}

test('two who both vote yes see each other, and their talk goes on in messages', async ({ meet }) => {
  const { t, heading, button, log, say } = uk
  const guests = await meet(20, phone)
  await uk.talk(guests)
  const [one, other] = guests
  const [page, otherPage] = [one.page, other.page]
  await say(page, 'Побачимось?')
  await expect(log(otherPage).getByText('Побачимось?')).toBeVisible()
  const lastSeconds = page.getByRole('status').filter({ hasText: t('dates.lastSeconds') })
  await expect(lastSeconds).toHaveCount(1, { timeout: 30_000 })
  await expect(page.getByText(t('dates.talk.last'))).toBeVisible()
  await uk.composer(otherPage).fill('Так, а де')
  await expectVote(uk, guests)
  expect(await violationsOf(page)).toEqual([])

  const tab = await page.context().newPage()
  await tab.goto(page.url())
  await button(page, t('dates.vote.yes')).click()
  await expect(page.getByText(t('dates.vote.yesGiven'))).toBeVisible()
  for (const each of [page, tab]) {
    await each.reload()
    await expect(button(each, t('dates.vote.yes'))).toHaveAttribute('aria-pressed', 'true')
  }
  expect(await page.content()).not.toContain(other.person.firstName)

  await button(otherPage, t('dates.vote.yes')).click()
  for (const each of [page, tab])
    await expect(heading(each, t('dates.matched.title', { name: other.person.firstName }))).toBeVisible()
  await expect(heading(otherPage, t('dates.matched.title', { name: one.person.firstName }))).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('link', { name: t('dates.matched.open') }).click()
  await expect(page).toHaveURL(/messages\?chat=/)
  await expect(log(page).getByText('Побачимось?')).toBeVisible()
  await otherPage.getByRole('link', { name: t('dates.matched.open') }).click()
  await expect(uk.composer(otherPage), 'what was not sent yet').toHaveValue('Так, а де')
})

test('three minutes more come when both ask, and a lone request stays secret', async ({ meet }) => {
  const { t, button, secondsLeft, expectEnd } = en
  const guests = await meet(23)
  await en.talk(guests)
  const [one, other] = guests
  const [page, otherPage] = [one.page, other.page]
  await button(page, t('dates.extend.ask')).click()
  await expect(page.getByText(t('dates.extend.asked'))).toBeVisible()
  await expect(button(otherPage, t('dates.extend.ask'))).toBeVisible()
  const before = await secondsLeft(page)
  await button(otherPage, t('dates.extend.ask')).click()
  for (const each of [page, otherPage]) await expect(each.getByText(t('dates.extend.given'))).toBeVisible()
  // 12 s here.
  expect(await secondsLeft(page)).toBeGreaterThan(before)
  await page.reload()
  await expect(page.getByText(t('dates.extend.given'))).toBeVisible()
  await leaveTalk(page, t)
  for (const each of [page, otherPage]) await expectEnd(each)
})

test('a whole date works without a script: the forms, and a link that looks again', async ({ meet }) => {
  const guests = await meet(24, { javaScriptEnabled: false })
  const { t, lobby, heading, button, composer, log, look } = uk
  const [one, other] = guests
  await look(one.page)
  await expect(heading(one.page, t('dates.waiting.title'))).toBeVisible()
  await look(other.page)
  for (const { page } of guests) {
    await expect(async () => {
      await page.goto(lobby)
      await page.getByRole('link', { name: t('dates.on.open') }).click({ timeout: 2_000 })
    }).toPass()
    await button(page, t('dates.offer.accept')).click()
  }
  await one.page.getByRole('link', { name: t('encounters.wait.check') }).click()
  await composer(one.page).fill('без скриптів')
  await button(one.page, t('encounters.send')).click()
  await expect(log(one.page).getByText('без скриптів')).toBeVisible()
  await other.page.reload()
  await expect(log(other.page).getByText('без скриптів')).toBeVisible()
  for (const { page } of guests) {
    await expect(async () => {
      await page.goto(page.url())
      await expect(heading(page, t('dates.vote.title'))).toBeVisible({ timeout: 1_000 })
    }).toPass({ timeout: 30_000 })
    await button(page, t('dates.vote.yes')).click()
  }
  const found = (name: string) => t('dates.matched.title', { name })
  await expect(async () => {
    await one.page.goto(one.page.url())
    await expect(heading(one.page, found(other.person.firstName))).toBeVisible({ timeout: 1_000 })
  }).toPass()
})
