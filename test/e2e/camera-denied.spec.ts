import { violationsOf } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'
import { startCamera } from '../support/browser/verification.ts'

// In one process: its server and browser serve no other test.
test.describe.configure({ mode: 'default' })
/** Chromium's own camera, and a person who does not allow it. */
test.use({
  launchOptions: {
    ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream=deny'],
  },
})

for (const locale of ['uk', 'de'] as const) {
  test(`a refused permission is said, and no pose is drawn, in ${locale} at 390 and 1440 px`, async ({ page, server }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const { t } = textsOf(locale)
    await startCamera(page, server, locale)
    await expect(page.getByText(t('verification.camera.denied'))).toBeVisible()
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width)
      const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
      expect([isTooWide, await violationsOf(page)], `${width} px`).toEqual([false, []])
    }
    await page.getByRole('button', { name: t('common.form.retry') }).click()
    await expect(page.getByText(t('verification.camera.denied'))).toBeVisible()
    await page.getByRole('button', { name: t('verification.camera.stop') }).click()
    await expect(page.getByRole('button', { name: t('verification.camera.start') })).toBeVisible()
  })
}
