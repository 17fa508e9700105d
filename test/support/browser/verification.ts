import type { Page } from '@playwright/test'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { verificationHref } from '#shared/routing/camera-page.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { addPhotos } from './photos.ts'
import type { BrowserServer } from './server.ts'
import { textsOf } from './texts.ts'

/** Ticks the consent to a verification, and sends it. */
export async function agree(page: Page, { t }: ReturnType<typeof textsOf>): Promise<void> {
  await page.getByLabel(t('verification.consent.label')).check()
  await page.getByRole('button', { name: t('verification.consent.submit'), exact: true }).click()
}

/** A new member with an approved main photo agrees, and presses the button that starts the camera. */
export async function startCamera(page: Page, server: BrowserServer, locale: LocaleCode): Promise<void> {
  const texts = textsOf(locale)
  const member = await server.addMember('Vira', locale)
  await server.signIn(page.context(), member.id)
  await page.goto(href(routes.profile, {}, { locale }))
  await addPhotos(page, 1, server.approvePhotos)
  await page.goto(verificationHref(locale))
  await agree(page, texts)
  await page.getByRole('button', { name: texts.t('verification.camera.start') }).click()
}
