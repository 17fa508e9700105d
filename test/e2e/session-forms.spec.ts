import type { Page, Request } from '@playwright/test'
import { sessionActions } from '#features/auth/session/contract.ts'
import { signUpActions } from '#features/auth/sign-up/contract.ts'
import { memberHome, routes } from '#shared/routing/routes.ts'
import { href } from '#shared/routing/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { openConsentStep, sameOrigin, signIn } from '../support/browser/demo.ts'
import { signUp, type Newcomer } from '../support/browser/newcomer.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

// Where a test answers requests itself, Chromium may end the transition between two documents.
test.use({ allowed: [/Transition was aborted/] })

const locales = ['en', 'uk'] as const satisfies LocaleCode[]
const password = 'kismet-demo-1'
const paths: string[] = [
  sessionActions.signIn.path,
  sessionActions.signOut.path,
  sessionActions.current.path,
  signUpActions.signUp.path,
]

type Call = { call: string; type: string; token: string | null }

/** The session's calls of a page (spec §7), in their order: and what each sent in its header. */
function listenTo(page: Page): () => Promise<Call[]> {
  const requests: Request[] = []
  page.on('request', (request) => paths.includes(new URL(request.url()).pathname) && requests.push(request))
  return () => Promise.all(requests.map(describe))
}

async function describe(request: Request): Promise<Call> {
  const { authorization = null } = await request.allHeaders()
  const call = `${request.method()} ${new URL(request.url()).pathname}`
  return { call, type: request.resourceType(), token: authorization }
}

const post = { in: `POST ${sessionActions.signIn.path}`, out: `POST ${sessionActions.signOut.path}` }
const get = `GET ${sessionActions.current.path}`
/** No script can read a cookie, so that it is of an answer. */
const aToken: unknown = expect.stringMatching(/^Bearer \S+$/)

/** The tokens that a sign-in answers: the page leaves as soon as it has one. */
async function keepTokens(page: Page): Promise<string[]> {
  const tokens: string[] = []
  await page.route(sessionActions.signIn.path, async (route) => {
    const response = await route.fetch()
    const { token }: { token?: string } = await response.json()
    if (token !== undefined) tokens.push(token)
    await route.fulfill({ response })
  })
  return tokens
}

async function fillIn(page: Page, locale: LocaleCode, email: string): Promise<void> {
  const { t } = textsOf(locale)
  await page.getByLabel(t('auth.signIn.email')).fill(email)
  await page.getByLabel(t('auth.signIn.password'), { exact: true }).fill(password)
}

const pressSignIn = (page: Page, locale: LocaleCode) =>
  page.getByRole('button', { name: textsOf(locale).t('auth.signIn.submit') }).click()

/** Whose session the browser has: by its cookies, or by `token` alone. */
async function isSignedIn(page: Page, token?: string): Promise<boolean> {
  const headers = { ...sameOrigin(), ...(token === undefined ? {} : { Authorization: token }) }
  return (await page.request.get(sessionActions.current.path, { headers })).ok()
}

async function pressSignOut(page: Page, locale: LocaleCode): Promise<void> {
  await page.goto(href(routes.mainSettings, {}, { locale }), { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: textsOf(locale).t('settings.session.signOut') }).click()
}

for (const locale of locales) {
  test(`the form of the sign-in takes the token of its answer and fetches the session with it, in ${locale}`, async ({
    page,
  }) => {
    const calls = listenTo(page)
    const tokens = await keepTokens(page)
    await page.goto(href(routes.signIn, {}, { locale, query: { next: href(routes.likes, {}, { locale }) } }))
    await fillIn(page, locale, 'anna@demo.test')
    await pressSignIn(page, locale)
    await expect(page).toHaveURL(href(routes.likes, {}, { locale }))
    expect(await calls()).toEqual([
      { call: post.in, type: 'fetch', token: null },
      { call: get, type: 'fetch', token: `Bearer ${tokens[0]}` },
    ])
  })

  test(`the form of the sign-out sends the token, which is worth nothing afterwards, and leads home, in ${locale}`, async ({
    page,
  }) => {
    await signIn(page, 'anna@demo.test')
    const calls = listenTo(page)
    await pressSignOut(page, locale)
    await expect(page).toHaveURL(href(routes.home, {}, { locale }))
    const made = await calls()
    const { token } = made.at(-1) ?? {}
    expect(made.at(-1)).toEqual({ call: post.out, type: 'fetch', token: aToken })
    expect(made.slice(0, -1).every(({ call }) => call === get)).toBe(true)
    expect([await isSignedIn(page), await isSignedIn(page, token ?? '')]).toEqual([false, false])
    await page.goto(href(routes.likes, {}, { locale }))
    await expect(page).toHaveURL(new RegExp(`${href(routes.signIn, {}, { locale })}\\?next=`))
  })
}

const newcomer: Newcomer = {
  firstName: 'Ivy',
  email: 'ivy@calls.test',
  gender: 'woman',
  seeks: 'man',
  birthDate: '24/05/1992',
  ages: [30, 45],
  city: 'Bristol',
}

test('the form of the sign-up signs in by the token of its answer; the dialog’s sign-out sends it back', async ({ page }) => {
  const { t } = textsOf('en')
  const calls = listenTo(page)
  await signUp(page, 'en', newcomer)
  expect(await calls()).toEqual([
    { call: `POST ${signUpActions.signUp.path}`, type: 'fetch', token: null },
    { call: get, type: 'fetch', token: aToken },
  ])
  await page.waitForLoadState()
  await page.getByRole('button', { name: t('legal.help.open') }).click()
  await page.getByRole('button', { name: t('legal.help.signOut') }).click()
  await expect(page).toHaveURL(href(routes.home, {}, { locale: 'en' }))
  expect((await calls()).at(-1)).toEqual({ call: post.out, type: 'fetch', token: aToken })
  expect(await isSignedIn(page)).toBe(false)
})

test('the sign-out of the step that asks for consent, which hydrates nothing, sends the token, too', async ({ page, server }) => {
  const { t } = textsOf('en')
  await openConsentStep(page, server, 'en')
  await page.waitForLoadState()
  const calls = listenTo(page)
  await page
    .locator('summary')
    .filter({ hasText: t('auth.consent.refuse') })
    .click()
  await page.getByRole('button', { name: t('common.nav.signOut') }).click()
  await expect(page).toHaveURL(href(routes.home, {}, { locale: 'en' }))
  expect(await calls()).toEqual([
    { call: get, type: 'fetch', token: null },
    { call: post.out, type: 'fetch', token: aToken },
  ])
  expect(await isSignedIn(page)).toBe(false)
})

test('a page that is signing out fetches no session any more, whatever gains the focus', async ({ page }) => {
  await signIn(page, 'anna@demo.test')
  const held = Promise.withResolvers<void>()
  await page.route(sessionActions.signOut.path, async (route) => {
    await held.promise
    await route.continue()
  })
  const sent = page.waitForRequest(sessionActions.signOut.path)
  await pressSignOut(page, 'en')
  await sent
  const calls = listenTo(page)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  held.resolve()
  await expect(page).toHaveURL(href(routes.home, {}, { locale: 'en' }))
  expect(await calls()).toEqual([])
})

test.describe('what fails', () => {
  test.use({ allowed: [/Transition was aborted|Sign-in aborted|Failed to load resource/] })

  test('an answer without a string token is logged, and the sign-in aborted', async ({ page }) => {
    const { t } = textsOf('en')
    const logged: string[] = []
    page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
    await page.route(sessionActions.signIn.path, (route) => route.fulfill({ json: { user: {}, token: 7, redirect: '/likes' } }))
    const calls = listenTo(page)
    const path = href(routes.signIn, {}, { locale: 'en' })
    await page.goto(path)
    await fillIn(page, 'en', 'anna@demo.test')
    await pressSignIn(page, 'en')
    await expect(page.getByText(t('common.error.internal'))).toBeVisible()
    await expect(page).toHaveURL(path)
    expect(logged).toEqual([expect.stringContaining('Sign-in aborted')])
    expect((await calls()).map(({ call }) => call)).toEqual([post.in])
  })

  test('a wrong password says so, fetches no session and can be mended', async ({ page }) => {
    const { t } = textsOf('en')
    const calls = listenTo(page)
    await page.goto(href(routes.signIn, {}, { locale: 'en' }))
    await fillIn(page, 'en', 'anna@demo.test')
    await page.getByLabel(t('auth.signIn.password'), { exact: true }).fill('not-the-password')
    await pressSignIn(page, 'en')
    await expect(page.getByText(t('common.error.wrong-credentials'))).toBeVisible()
    expect((await calls()).map(({ call }) => call)).toEqual([post.in])
    await fillIn(page, 'en', 'anna@demo.test')
    await pressSignIn(page, 'en')
    await expect(page).toHaveURL(href(memberHome, {}, { locale: 'en' }))
  })

  test('a sign-out that cannot be sent says so and leaves everything as it was', async ({ page, context }) => {
    const { t } = textsOf('en')
    await signIn(page, 'anna@demo.test')
    await page.goto(href(routes.mainSettings, {}, { locale: 'en' }), { waitUntil: 'networkidle' })
    await page.route(sessionActions.signOut.path, (route) => route.abort())
    const button = page.getByRole('button', { name: t('settings.session.signOut') })
    await button.click()
    await expect(page.getByText(t('common.error.offline')).first()).toBeVisible()
    expect(await isSignedIn(page)).toBe(true)
    await page.unrouteAll()
    await button.click()
    await expect(page).toHaveURL(href(routes.home, {}, { locale: 'en' }))
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('__Host-access')
  })

  test('where the script of the session cannot come, the forms do without it', async ({ page }) => {
    await page.route(/session-calls/, (route) => route.fulfill({ status: 404 }))
    const calls = listenTo(page)
    await page.goto(href(routes.signIn, {}, { locale: 'en' }))
    await fillIn(page, 'en', 'anna@demo.test')
    await pressSignIn(page, 'en')
    await expect(page).toHaveURL(href(memberHome, {}, { locale: 'en' }))
    expect((await calls()).map(({ call }) => call)).toEqual([post.in])
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  for (const locale of locales) {
    test(`the forms of the sign-in and the sign-out are sent by the browser, in ${locale}`, async ({ page }) => {
      const calls = listenTo(page)
      await page.goto(href(routes.signIn, {}, { locale, query: { next: href(routes.likes, {}, { locale }) } }))
      await fillIn(page, locale, 'anna@demo.test')
      await pressSignIn(page, locale)
      await expect(page).toHaveURL(href(routes.likes, {}, { locale }))
      expect(await isSignedIn(page)).toBe(true)
      await pressSignOut(page, locale)
      await expect(page).toHaveURL(href(routes.home, {}, { locale }))
      expect(await isSignedIn(page)).toBe(false)
      expect(await calls()).toEqual([
        { call: post.in, type: 'document', token: null },
        { call: post.out, type: 'document', token: null },
      ])
    })
  }
})
