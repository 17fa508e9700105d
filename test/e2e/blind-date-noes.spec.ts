import type { Page } from '@playwright/test'
import { datesIn, test, type Guests } from '../support/browser/dates.ts'
import { leaveTalk } from '../support/browser/leave.ts'
import { expect } from '../support/browser/test.ts'

// The talk takes 5 s here, and the vote its 30 s.
test.use({ dateTalkFactor: 60 })

const uk = datesIn('uk')
const en = datesIn('en')

/** What a page says beside the seconds. */
const wordsOf = async (page: Page) => (await page.getByRole('main').innerText()).replaceAll(/\d+/g, '0')

/** Both accept, and the talk ends by the clock. */
async function vote(dates: typeof uk, guests: Guests): Promise<void> {
  const { t, heading, button, offer } = dates
  await offer(guests)
  for (const { page } of guests) await button(page, t('dates.offer.accept')).click()
  for (const { page } of guests) await expect(heading(page, t('dates.vote.title'))).toBeVisible()
}

test('a lone yes stays secret: nothing changes for the other one, and both get the same end', async ({ meet }) => {
  const { t, button, expectEnd } = en
  const guests = await meet(21)
  await vote(en, guests)
  const [one, other] = guests
  const [page, otherPage] = [one.page, other.page]
  const before = await wordsOf(otherPage)
  await button(page, t('dates.vote.no')).click()
  await expect(page.getByText(t('dates.vote.noGiven'))).toBeVisible()
  await button(page, t('dates.vote.yes')).click()
  await expect(page.getByText(t('dates.vote.yesGiven'))).toBeVisible()
  expect(await wordsOf(otherPage)).toBe(before)
  await button(otherPage, t('dates.vote.no')).click()
  await expect(otherPage.getByText(t('dates.vote.noGiven'))).toBeVisible()
  await expect(page.getByText(t('dates.vote.yesGiven'))).toBeVisible()
  await otherPage.reload()
  await expect(button(otherPage, t('dates.vote.no'))).toHaveAttribute('aria-pressed', 'true')
  for (const each of [page, otherPage]) await expectEnd(each)
  const textOf = (of: Page) => of.getByRole('region', { name: t('dates.ended.title') }).innerText()
  expect(await textOf(page)).toBe(await textOf(otherPage))
})

test('two who both vote no part in the same words', async ({ meet }) => {
  const { t, button, expectEnd } = uk
  const guests = await meet(22)
  await vote(uk, guests)
  for (const { page } of guests) {
    await button(page, t('dates.vote.no')).click()
    await expect(page.getByText(t('dates.vote.noGiven'))).toBeVisible()
  }
  for (const { page } of guests) await expectEnd(page)
})

test('leaving during the vote ends it for both', async ({ meet }) => {
  const guests = await meet(25)
  await vote(en, guests)
  await leaveTalk(guests[0].page, en.t)
  for (const { page } of guests) await en.expectEnd(page)
})
