import { passkeyActions } from '#features/auth/contract.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { addAuthenticator } from '../support/browser/authenticator.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

const { t } = textsOf('en')
const to = { locale: 'en' } as const
const devices = href(routes.mainSettings, {}, { ...to, query: { section: 'devices' } })
const signInPage = href(routes.signIn, {}, to)

test.use({ viewport: { width: 390, height: 844 } })

test('a passkey is added in the settings, signs in by the button, and is removed', async ({ page, server }) => {
  const member = await server.addMember('Pia')
  await server.signIn(page.context(), member.id)
  const authenticator = await addAuthenticator(page)
  await page.goto(devices)
  await expect(page.getByText(t('settings.passkeys.none'))).toBeVisible()
  await page.getByRole('button', { name: t('settings.passkeys.add') }).click()
  await expect(page.getByText(t('settings.passkeys.added'))).toBeVisible()
  expect(await authenticator.count()).toBe(1)

  // A second one of the same account is not made by the same authenticator.
  await page.getByRole('button', { name: t('settings.passkeys.add') }).click()
  await expect(page.getByText(t('settings.passkeys.known'))).toBeVisible()
  expect(await authenticator.count()).toBe(1)

  await page.context().clearCookies()
  await page.goto(signInPage)
  await page.getByRole('button', { name: t('auth.signIn.passkey') }).click()
  await expect(page).toHaveURL(href(routes.peopleNearby, {}, to))

  // A session that a passkey has opened is confirmed by the password before it may remove one.
  await page.goto(devices)
  const section = page.getByRole('region', { name: t('settings.passkeys.title') })
  await expect(section.getByText(t('settings.passkeys.used', { ago: 'just now' }), { exact: false })).toBeVisible()
  await expect(section.getByRole('button', { name: t('settings.passkeys.remove') })).toHaveCount(0)
  await section.getByLabel(t('settings.linked.password'), { exact: true }).fill('kismet-demo-1')
  await section.getByRole('button', { name: t('settings.linked.confirm') }).click()
  await expect(section.getByText(t('settings.linked.confirmedByPassword'))).toBeVisible()
  await section.getByRole('button', { name: /^Remove passkey/ }).click()
  await expect(section.getByText(t('settings.passkeys.removed'))).toBeVisible()
  await expect(section.getByText(t('settings.passkeys.none'))).toBeVisible()
})

test.describe('a passkey that was removed', () => {
  test.use({ allowed: [/401/] })

  test('no longer signs in, and the page says so and stays', async ({ page, server }) => {
    const member = await server.addMember('Paul')
    await server.signIn(page.context(), member.id)
    await addAuthenticator(page)
    await page.goto(devices)
    await page.getByRole('button', { name: t('settings.passkeys.add') }).click()
    await page.getByRole('button', { name: /^Remove passkey/ }).click()
    await expect(page.getByText(t('settings.passkeys.removed'))).toBeVisible()

    await page.context().clearCookies()
    await page.goto(signInPage)
    await page.getByRole('button', { name: t('auth.signIn.passkey') }).click()
    await expect(page.getByText(t('common.error.passkey-refused'))).toBeVisible()
    await expect(page).toHaveURL(signInPage)
    await expect(page.getByRole('button', { name: t('auth.signIn.passkey') })).toBeEnabled()
  })
})

test('a suggestion of the email field signs in, once the field has the focus', async ({ page, server }) => {
  const member = await server.addMember('Pola')
  await server.signIn(page.context(), member.id)
  await addAuthenticator(page)
  await page.goto(devices)
  await page.getByRole('button', { name: t('settings.passkeys.add') }).click()
  await expect(page.getByText(t('settings.passkeys.added'))).toBeVisible()

  await page.context().clearCookies()
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
  await page.goto(signInPage)
  expect(await page.evaluate(() => PublicKeyCredential.isConditionalMediationAvailable())).toBe(true)
  expect(asked).not.toContain(passkeyActions.askSignIn.path)
  // The authenticator accepts the suggestion by itself.
  await page.getByLabel(t('auth.signIn.email')).focus()
  await expect(page).toHaveURL(href(routes.peopleNearby, {}, to))
})

test('a browser without passkeys has no button, and signs in by password', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
  await page.goto(signInPage)
  await page.getByLabel(t('auth.signIn.email')).fill('anna@demo.test')
  await expect(page.getByRole('button', { name: t('auth.signIn.passkey') })).toBeHidden()
  await page.getByLabel(t('auth.signIn.password'), { exact: true }).fill('kismet-demo-1')
  await page.getByRole('button', { name: t('auth.signIn.submit'), exact: true }).click()
  await expect(page).toHaveURL(href(routes.peopleNearby, {}, to))
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('the sign-in page has no button for passkeys', async ({ page }) => {
    await page.goto(signInPage)
    await expect(page.getByRole('button', { name: t('auth.signIn.passkey') })).toBeHidden()
    await expect(page.getByRole('button', { name: t('auth.signIn.submit'), exact: true })).toBeVisible()
  })
})
