import { violationsOf } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'
import { startCamera } from '../support/browser/verification.ts'

/** Chromium's own camera, and a person who does not allow it. */
test.use({
  launchOptions: {
    ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream=deny'],
  },
})

for (const locale of ['uk', 'de'] as const) {
  for (const width of [390, 1440]) {
    test(`a refused permission is said, and no pose is drawn, in ${locale} at ${width} px`, async ({ page, server }) => {
      await page.setViewportSize({ width, height: 844 })
      const { t } = textsOf(locale)
      await startCamera(page, server, locale)
      await expect(page.getByText(t('verification.camera.denied'))).toBeVisible()
      const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
      expect([isTooWide, await violationsOf(page)]).toEqual([false, []])
      await page.getByRole('button', { name: t('common.form.retry') }).click()
      await expect(page.getByText(t('verification.camera.denied'))).toBeVisible()
      await page.getByRole('button', { name: t('verification.camera.stop') }).click()
      await expect(page.getByRole('button', { name: t('verification.camera.start') })).toBeVisible()
    })
  }
}
