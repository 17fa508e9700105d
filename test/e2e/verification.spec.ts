import type { Browser, Page } from '@playwright/test'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { poses } from '#features/photos/verification.ts'
import { verificationHref } from '#shared/routing/camera-page.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import { addPhotos } from '../support/browser/photos.ts'
import type { BrowserServer } from '../support/browser/server.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'
import { agree } from '../support/browser/verification.ts'

// In one process: its server and browser serve no other test.
test.describe.configure({ mode: 'default' })
/** Chromium's own camera, which shows a moving picture, and a person who allows it. */
test.use({
  // The refusal of a picture that came before.
  allowed: [/status of 409/],
  launchOptions: {
    ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  },
})

/** A member with an approved main photo, on the page of their profile's settings. */
async function openSettings(page: Page, server: BrowserServer, locale: LocaleCode) {
  const member = await server.addMember('Vira', locale)
  await server.signIn(page.context(), member.id)
  await page.goto(href(routes.profileSettings, {}, { locale }))
  await addPhotos(page, 1, server.approvePhotos)
  return member
}

const mayUseCamera = (page: Page) => page.evaluate("document.featurePolicy.allowsFeature('camera')")
const isTooWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

/** Chromium's camera may show two tests the very same picture, and on a busy machine more than once: then the page asks for another one. */
async function sendPicture(page: Page, { t }: ReturnType<typeof textsOf>): Promise<void> {
  const press = (key: 'send' | 'another' | 'take') => page.getByRole('button', { name: t(`verification.camera.${key}`) }).click()
  const [waiting, known] = [page.getByText(t('verification.step.waitingTitle')), page.getByText(t('common.error.picture-known'))]
  await press('send')
  await expect(async () => {
    await expect(waiting.or(known)).toBeVisible()
    if (await waiting.isVisible()) return
    await press('another')
    await press('take')
    await press('send')
    throw new Error('the picture was known')
  }).toPass()
}

/** An operator verifies whoever waits first, seeing both pictures. */
async function verifyFirst(browser: Browser, server: BrowserServer): Promise<void> {
  const context = await browser.newContext({ baseURL: server.url })
  await server.signInOperator(context)
  const desk = await context.newPage()
  await desk.goto('/ops/verifications')
  const pictures = desk.locator('article').first().locator('img')
  await expect(pictures).toHaveCount(2)
  for (const picture of await pictures.all())
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await desk.getByRole('button', { name: 'Verify' }).first().click()
  await expect(desk.getByText('The member is verified.')).toBeVisible()
  await context.close()
}

/** Looks at the page in a wide window, and then in that of a phone. */
async function inWindows(page: Page, look: (where: string) => Promise<void>): Promise<void> {
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(size.width)
    await look(`${size.width} px`)
  }
}

for (const locale of ['uk', 'de'] as const) {
  test(`a member is verified with the live camera, in ${locale} at 390 and 1440 px`, async ({ page, server, browser }) => {
    test.slow()
    await page.setViewportSize({ width: 390, height: 844 })
    const texts = textsOf(locale)
    const { t } = texts
    await openSettings(page, server, locale)
    expect(await mayUseCamera(page)).toBe(false)

    // The way there and away is a document, because permissions come with one.
    await page.getByRole('link', { name: t('profile.verification') }).click()
    await expect(page).toHaveURL(verificationHref(locale))
    await expect(page.getByText(t('verification.step.start'))).toBeVisible()
    expect(await mayUseCamera(page)).toBe(true)
    expect(await page.locator('input[type=file]').count()).toBe(0)
    await agree(page, texts)
    await page.getByRole('button', { name: t('verification.camera.start') }).click()
    const words = page.getByText(new RegExp(`^(${poses.map((pose) => t(`verification.pose.${pose}`)).join('|')})$`))
    await expect(words).toBeVisible()
    await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth)).toBeGreaterThan(0)
    await inWindows(page, async (where) => expect([await isTooWide(page), await violationsOf(page)], where).toEqual([false, []]))

    const take = page.getByRole('button', { name: t('verification.camera.take') })
    await take.click()
    await page.getByRole('button', { name: t('verification.camera.another') }).click()
    await take.click()
    await sendPicture(page, texts)
    await inWindows(page, async (where) => expect(await isTooWide(page), where).toBe(false))

    await verifyFirst(browser, server)
    await page.reload()
    await expect(page.getByText(t('verification.withdraw.badge'))).toBeVisible()
    await page.goto(href(routes.profile, {}, { locale }))
    await expect(page.getByRole('img', { name: t('profile.verified') })).toBeVisible()
    await page.getByRole('link', { name: t('profile.verification') }).click()
    await expect(page.getByText(t('verification.withdraw.badge'))).toBeVisible()
    await page.getByRole('button', { name: t('verification.withdraw.submit') }).click()
    await expect(page.getByText(t('verification.consent.label'))).toBeVisible()

    const profile = href(routes.profile, {}, { locale })
    await page.locator(`a[href="${profile}"]:visible`).first().click()
    await expect(page).toHaveURL(profile)
    await expect(page.getByRole('link', { name: t('profile.getVerified') })).toBeVisible()
    expect(await mayUseCamera(page)).toBe(false)
    await expect(page.getByRole('img', { name: t('profile.verified') })).toHaveCount(0)
  })
}

test('without a script the page says what it needs, and the consent is a plain form', async ({ browser, server }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url })
  const page = await context.newPage()
  const texts = textsOf('de')
  await openSettings(page, server, 'de')
  await page.goto(verificationHref('de'))
  await agree(page, texts)
  await expect(page.getByText(texts.t('verification.camera.noScript'))).toBeVisible()
  await context.close()
})
