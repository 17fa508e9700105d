import { verificationHref } from '#shared/routing/camera-page.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import { addPhotos } from '../support/browser/photos.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

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
      const member = await server.addMember('Vira', locale)
      await server.signIn(page.context(), member.id)
      await page.goto(href(routes.profile, {}, { locale }))
      await addPhotos(page, 1, server.approvePhotos)
      await page.goto(verificationHref(locale))
      await page.getByLabel(t('verification.consent.label')).check()
      await page.getByRole('button', { name: t('verification.consent.submit'), exact: true }).click()
      await page.getByRole('button', { name: t('verification.camera.start') }).click()
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
