import { likeActions } from '#features/likes/contract.ts'
import type { Locator, Page } from '@playwright/test'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { meet, meetMany } from '../support/browser/demo.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

const { t } = textsOf('en')

const open = async (page: Page, address: string) => {
  await page.goto(address)
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
}
const formOf = (place: Locator | Page, action: string) => place.locator(`form[action="${action}"]`)
/** The remaining cards, each in its item. */
const items = (page: Page) =>
  page
    .getByRole('main')
    .locator('li:not([inert])')
    .filter({ has: page.locator('article') })
const linkOf = (item: Locator) => item.getByRole('heading', { level: 3 }).getByRole('link')

/** Presses by the keyboard alone and waits for the answer; closes a match. */
async function press(page: Page, place: Locator | Page, action: string): Promise<void> {
  const answer = page.waitForResponse((response) => new URL(response.url()).pathname === action)
  await formOf(place, action).getByRole('button').press('Enter')
  const { match } = (await (await answer).json()) as { match?: boolean }
  if (!match) return
  const moment = page.getByRole('dialog')
  await expect(moment).toBeVisible()
  await moment.press('Escape')
  await expect(moment).toBeHidden()
}

test('the focus goes to the next card that is there, to the one before, and after an undo to who is back', async ({
  browser,
}) => {
  const { page } = await meet(browser, 64)
  await open(page, href(routes.peopleNearby, {}, { locale: 'en' }))
  const linkTo = (address: string | null) => page.locator(`h3 a[href="${address}"]`)
  const addressOf = (at: number) => linkOf(items(page).nth(at)).getAttribute('href')
  const [first, second] = [await addressOf(0), await addressOf(1)]
  await press(page, items(page).first(), likeActions.pass.path)
  await expect(linkTo(second)).toBeFocused()
  await press(page, page.getByRole('region', { name: t('people.list'), exact: true }), likeActions.undo.path)
  await expect(linkTo(first)).toBeFocused()

  const fourth = await addressOf(3)
  await press(page, items(page).nth(2), likeActions.like.path)
  await expect(linkTo(fourth)).toBeFocused()
  // The card behind has left already.
  await press(page, items(page).nth(1), likeActions.like.path)
  await expect(linkTo(fourth)).toBeFocused()
})

test('keys answer the card that has the focus, and do nothing elsewhere', async ({ browser }) => {
  const page = await meetMany(browser, 9)
  await open(page, href(routes.peopleNearby, {}, { locale: 'en', query: { wide: 1 } }))
  const addressOf = (at: number) => linkOf(items(page).nth(at)).getAttribute('href')
  const linkTo = (address: string | null) => page.locator(`h3 a[href="${address}"]`)
  const [first, second, third] = [await addressOf(0), await addressOf(1), await addressOf(2)]
  const answerTo = (action: string) => page.waitForResponse((response) => new URL(response.url()).pathname === action)
  for (const key of ['x', 'l', 'z']) await page.keyboard.press(key)
  expect(await addressOf(0)).toBe(first)

  await linkTo(first).focus()
  // The listening script loads at the first focus.
  await expect(async () => {
    await linkTo(first).focus()
    await page.keyboard.press('j')
    await expect(linkTo(second)).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.press('ArrowRight')
  await expect(linkTo(third)).toBeFocused()
  await page.keyboard.press('k')
  await expect(linkTo(second)).toBeFocused()
  await test.step('the ring is around the whole card, also in forced colours', async () => {
    for (const forcedColors of ['active', 'none'] as const) {
      await page.emulateMedia({ forcedColors })
      const { ring, ...shown } = await linkTo(second).evaluate((link) => {
        const card = link.closest('article')
        const around: Element[] = []
        for (let one = card?.parentElement; one; one = one.parentElement) around.push(one)
        const { outlineStyle, outlineWidth, outlineColor, backgroundColor } = getComputedStyle(card ?? link)
        const isCut = around.some((one) => one !== document.documentElement && getComputedStyle(one).overflowX !== 'visible')
        return { outlineStyle, outlineWidth, isCut, ring: outlineColor !== backgroundColor }
      })
      expect(shown).toEqual({ outlineStyle: 'solid', outlineWidth: '3px', isCut: false })
      expect(ring).toBe(true)
    }
  })
  const passed = answerTo(likeActions.pass.path)
  await page.keyboard.down('x')
  await passed
  await expect(linkTo(third)).toBeFocused()
  // A held key decides about one person only.
  await page.keyboard.down('x')
  await page.keyboard.up('x')
  await expect(linkTo(third)).toBeFocused()
  const undone = answerTo(likeActions.undo.path)
  await page.keyboard.press('z')
  await undone
  await expect(linkTo(second)).toBeFocused()
  const liked = answerTo(likeActions.like.path)
  await page.keyboard.press('l')
  await liked
  await expect(linkTo(third)).toBeFocused()
  await page.keyboard.press('Enter')
  // The address changes before the page does.
  await expect(page).toHaveURL(third ?? '')
  await expect(formOf(page, likeActions.pass.path)).toHaveCount(1)

  await test.step('the focus in what stays in place does not move the page', async () => {
    for (const [width, top] of [
      [1440, 0],
      [1440, 150],
      [390, 150],
    ] as const) {
      await page.setViewportSize({ width, height: 720 })
      // Long enough to scroll, whoever it is.
      await page.getByRole('main').evaluate((main) => (main.style.minBlockSize = '150rem'))
      await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top)
      const links = page.getByRole('navigation', { name: t('common.nav.label') }).getByRole('link')
      const pass = formOf(page, likeActions.pass.path).getByRole('button')
      const account = page.getByRole('banner').getByRole('link').last()
      for (const target of [...(width === 1440 ? [account] : []), ...(await links.filter({ visible: true }).all()), pass]) {
        await target.focus()
        expect(await page.evaluate(async () => (await new Promise(requestAnimationFrame), scrollY)), `${width}`).toBe(top)
      }
    }
  })
})

test('of somebody who was passed on the profile has a note, and the focus at the buttons after its undo', async ({ browser }) => {
  const { page, other } = await meet(browser, 49)
  await open(page, href(routes.profileInfo, { id: other.id }, { locale: 'en' }))
  await press(page, page, likeActions.pass.path)
  await expect(page).toHaveURL(href(routes.peopleNearby, {}, { locale: 'en' }))
  await open(page, href(routes.profileInfo, { id: other.id }, { locale: 'en' }))
  const note = page
    .getByRole('main')
    .getByRole('status')
    .filter({ has: formOf(page, likeActions.undo.path) })
  await press(page, note, likeActions.undo.path)
  await expect(page.getByRole('button', { name: t('likes.pass', { name: other.firstName }), exact: true })).toBeFocused()
})

test('when everyone of a page was liked it says so, leads on, and has the focus', async ({ browser }) => {
  const { page } = await meet(browser, 66)
  await open(page, href(routes.peopleNearby, {}, { locale: 'en', query: { ageMax: 98 } }))
  await expect(items(page).first()).toBeVisible()
  for (let left = await items(page).count(); left > 0; left -= 1) {
    await press(page, items(page).last(), likeActions.like.path)
    await expect(items(page)).toHaveCount(left - 1)
    if (left > 1) await expect(linkOf(items(page).last())).toBeFocused()
  }
  await expect(page.getByRole('region', { name: t('people.list'), exact: true })).toBeFocused()
  await expect(page.getByRole('heading', { name: t('people.empty.answered.title') })).toBeVisible()
  await expect(page.getByText(t('people.empty.filtered.title'))).toHaveCount(0)
  const wayOn = page.getByRole('link', { name: t('people.empty.filtered.action') })
  await expect(wayOn).toHaveAttribute('href', href(routes.peopleNearby, {}, { locale: 'en' }))
  await wayOn.click()
  await expect(page).toHaveURL(href(routes.peopleNearby, {}, { locale: 'en' }))
})
