import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'
import { startCamera } from '../support/browser/verification.ts'

/** In a browser that may use a camera, and has none. */
test('a device without a camera says so, in uk', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.context().grantPermissions(['camera'])
  const { t } = textsOf('uk')
  await startCamera(page, server, 'uk')
  await expect(page.getByText(t('verification.camera.none'))).toBeVisible()
})
