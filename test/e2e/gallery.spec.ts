import { settingsActions } from '#features/settings/contract.ts'
import { likeActions } from '#features/likes/contract.ts'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import { meet, post } from '../support/browser/demo.ts'
import { hydrated } from '../support/browser/pages.ts'
import { addPhotos } from '../support/browser/photos.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

test.use({ reducedMotion: 'no-preference' })

const profileOf = ({ id }: { id: string }) => href(routes.profileInfo, { id }, { locale: 'en' })

const open = async (page: Page, address: string) => {
  await page.goto(address)
  await hydrated(page)
}

test('photos turn by keys and buttons; a press opens them large, where arrows turn and Escape leads back', async ({
  browser,
  server,
}) => {
  const { t } = textsOf('en')
  const { page, otherPage, other } = await meet(browser, 83)
  await addPhotos(otherPage, 3, server.approvePhotos)
  await open(page, profileOf(other))
  const name = other.firstName
  const row = page.getByRole('list', { name: t('photos.more', { name }) })
  const photo = (number: number) => row.getByRole('link', { name: t('photos.of', { number, name }) })
  // Decoration: the photos' names say the same.
  const dots = page.getByRole('main').locator('div:has(> [data-current]) > span')
  const expectShown = async (number: number) => {
    await expect(dots).toHaveCount(3)
    await expect(dots.and(page.locator('[data-current]'))).toHaveCount(1)
    await expect(dots.nth(number - 1)).toHaveAttribute('data-current', '')
    await expect(row.getByText(`${number} / 3`)).toBeInViewport({ ratio: 1 })
  }
  await expect(photo(1)).toBeInViewport()
  await expectShown(1)
  await expect(photo(2)).not.toBeInViewport()
  await page.getByRole('button', { name: t('photos.next') }).click()
  await expect(photo(2)).toBeInViewport({ ratio: 0.9 })
  // A key pressed during the movement ends where that movement ends.
  await expect.poll(() => row.evaluate((list) => list.scrollLeft / list.clientWidth)).toBe(1)
  await photo(2).focus()
  await page.keyboard.press('ArrowRight')
  await expect(photo(3)).toBeInViewport({ ratio: 0.9 })
  await expectShown(3)
  await expect(page.getByRole('button', { name: t('photos.next') })).toBeHidden()

  await photo(3).press('Enter')
  const box = page.getByRole('dialog', { name: t('photos.more', { name }) })
  const shown = (number: number) => box.getByRole('img', { name: t('photos.of', { number, name }) })
  await expect(shown(3)).toBeVisible()
  await expect(box.getByText('3 / 3')).toBeInViewport({ ratio: 1 })
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('ArrowLeft')
  await expect(shown(2)).toBeVisible()
  await box.getByRole('button', { name: t('photos.previous') }).click()
  await expect(shown(1)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(box).toHaveCount(0)
  await expect(photo(1)).toBeFocused()
  await expect(photo(1)).toBeInViewport({ ratio: 0.9 })
})

test('in the large view a finger turns the page and two fingers enlarge', async ({ browser, server }) => {
  const { t } = textsOf('en')
  const { page, otherPage, other } = await meet(browser, 63, { viewport: { width: 390, height: 844 }, hasTouch: true })
  await addPhotos(otherPage, 2, server.approvePhotos)
  await open(page, profileOf(other))
  const name = other.firstName
  await page.getByRole('link', { name: t('photos.of', { number: 1, name }) }).tap()
  const shown = (number: number) => page.getByRole('dialog').getByRole('img', { name: t('photos.of', { number, name }) })
  await expect(shown(1)).toBeVisible()
  const touch = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...xs: number[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: xs.map((x, id) => ({ x, y: 420, id })) })
  await send('touchStart', 300)
  await send('touchMove', 200)
  await send('touchMove', 100)
  await send('touchEnd')
  await expect(shown(2)).toBeVisible()
  await send('touchStart', 170)
  await send('touchStart', 170, 220)
  await send('touchMove', 145, 245)
  await send('touchEnd')
  await expect(shown(2)).toHaveAttribute('data-scale', /^[2-4]/)
})

/**
 * The lightest pixel at the upper corners of a portrait, 0 to 255. Its frame is round there, and nothing else may stand
 * in the corners.
 */
async function lightestAtCorners(page: Page, portrait: Locator): Promise<number> {
  const box = await portrait.boundingBox()
  if (!box) throw new Error('No portrait')
  const size = { width: 40, height: 10 }
  const lights = []
  for (const x of [Math.floor(box.x) - 2, Math.ceil(box.x + box.width) + 2 - size.width]) {
    const shot = await page.screenshot({ clip: { x, y: Math.floor(box.y) - 2, ...size } })
    lights.push((await sharp(shot).greyscale().stats()).channels[0]?.max ?? 255)
  }
  return Math.max(...lights)
}

test('in the dark no light line shows around the corners of a dark photo, on a card and on a profile', async ({
  browser,
  server,
}) => {
  const { t } = textsOf('en')
  const { page, otherPage, one, other } = await meet(browser, 60, { viewport: { width: 390, height: 844 } })
  await post(page, settingsActions.appearance.path, { appearance: 2 })
  await addPhotos(otherPage, 2, server.approvePhotos, { r: 20, g: 20, b: 30 })
  await open(page, profileOf(other))
  await expect(page.locator('[data-mode="dark"]')).toHaveCount(1)
  const photo = page.getByRole('img', { name: t('photos.of', { number: 1, name: other.firstName }) })
  const isThere = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0
  await expect.poll(() => photo.evaluate(isThere)).toBe(true)
  expect(await lightestAtCorners(page, photo)).toBeLessThan(60)

  await test.step('whoever likes the member has a compact card', async () => {
    await post(otherPage, likeActions.like.path, { id: one.id })
    await open(page, href(routes.likes, {}, { locale: 'en' }))
    const portrait = page.getByRole('article').filter({ hasText: other.firstName }).first().locator('img').first()
    await expect.poll(() => portrait.evaluate(isThere)).toBe(true)
    expect(await lightestAtCorners(page, portrait)).toBeLessThan(60)
  })
})
