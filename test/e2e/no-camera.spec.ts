import { verificationHref } from '#shared/routing/camera-page.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { addPhotos } from '../support/browser/photos.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

/** In a browser that may use a camera, and has none. */
for (const locale of ['uk', 'de'] as const) {
  for (const width of [390, 1440]) {
    test(`a device without a camera says so, in ${locale} at ${width} px`, async ({ page, server }) => {
      await page.setViewportSize({ width, height: 844 })
      await page.context().grantPermissions(['camera'])
      const { t } = textsOf(locale)
      const member = await server.addMember('Vira', locale)
      await server.signIn(page.context(), member.id)
      await page.goto(href(routes.profile, {}, { locale }))
      await addPhotos(page, 1, server.approvePhotos)
      await page.goto(verificationHref(locale))
      await page.getByLabel(t('verification.consent.label')).check()
      await page.getByRole('button', { name: t('verification.consent.submit'), exact: true }).click()
      await page.getByRole('button', { name: t('verification.camera.start') }).click()
      await expect(page.getByText(t('verification.camera.none'))).toBeVisible()
    })
  }
}
