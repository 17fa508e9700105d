import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'
import { startCamera } from '../support/browser/verification.ts'

/** In a browser that may use a camera, and has none. */
for (const locale of ['uk', 'de'] as const) {
  for (const width of [390, 1440]) {
    test(`a device without a camera says so, in ${locale} at ${width} px`, async ({ page, server }) => {
      await page.setViewportSize({ width, height: 844 })
      await page.context().grantPermissions(['camera'])
      const { t } = textsOf(locale)
      await startCamera(page, server, locale)
      await expect(page.getByText(t('verification.camera.none'))).toBeVisible()
    })
  }
}
