import type { Page, Request } from '@playwright/test'
import { sessionActions, signUpActions } from '#features/auth/contract.ts'
import { memberHome, routes } from '#shared/routing/routes.ts'
import { href } from '#shared/routing/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { openConsentStep, sameOrigin, signIn } from '../support/browser/demo.ts'
import { chooseDrawing, signUp, verifyEmail, type Newcomer } from '../support/browser/newcomer.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

// Where a test answers requests itself, Chromium may end the transition between two documents.
test.use({ allowed: [/Transition was aborted/] })

const locales = ['uk'] as const satisfies LocaleCode[]
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
  page.getByRole('button', { name: textsOf(locale).t('auth.signIn.submit'), exact: true }).click()

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
  test.use({ allowed: [/Transition was aborted|Sign-in aborted|Failed to load resource|answered 503|Runtime error/] })

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
    expect(logged).toEqual([expect.stringContaining('Sign-in aborted: the answer of')])
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

  test('a sign-out whose answer is lost leads to the sign-in page, which nobody has to ask for', async ({ page }) => {
    await signIn(page, 'anna@demo.test')
    await page.goto(href(routes.mainSettings, {}, { locale: 'en' }), { waitUntil: 'networkidle' })
    await page.route(sessionActions.signOut.path, async (route) => {
      const seen = page.waitForResponse((response) => new URL(response.url()).pathname === sessionActions.status.path)
      await route.fetch()
      // The page learns of the end of its session while it still waits for the answer.
      await (await seen).finished()
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
      await route.abort()
    })
    await page.getByRole('button', { name: textsOf('en').t('settings.session.signOut') }).click()
    await expect(page).toHaveURL(new RegExp(`${href(routes.signIn, {}, { locale: 'en' })}\\?next=`))
    expect(await isSignedIn(page)).toBe(false)
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

  test('a sign-in that worked leads on, though the session cannot be fetched then', async ({ page }) => {
    await page.route(sessionActions.current.path, (route) => route.fulfill({ status: 503, json: {} }))
    await page.goto(href(routes.signIn, {}, { locale: 'en' }))
    await fillIn(page, 'en', 'anna@demo.test')
    await pressSignIn(page, 'en')
    await expect(page).toHaveURL(href(memberHome, {}, { locale: 'en' }))
  })

  test('a page that was left by its sign-out and is brought back is loaded again', async ({ page }) => {
    await signIn(page, 'anna@demo.test')
    await page.goto(href(routes.mainSettings, {}, { locale: 'en' }), { waitUntil: 'networkidle' })
    // An answer without a document leaves the page where it is, as the back/forward cache would bring it back.
    await page.route(href(routes.home, {}, { locale: 'en' }), (route) => route.fulfill({ status: 204 }))
    const left = page.waitForRequest((request) => request.isNavigationRequest())
    await page.getByRole('button', { name: textsOf('en').t('settings.session.signOut') }).click()
    await left
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await expect(page).toHaveURL(new RegExp(`${href(routes.signIn, {}, { locale: 'en' })}\\?next=`))
  })
})

test.describe('where the script of the session cannot come, as after a deployment', () => {
  test.use({ allowed: [/Transition was aborted|Failed to load resource|dynamically imported module|401|Runtime error/] })

  /** Answers that script with 404; counts the documents that are loaded from then on. */
  async function loseScript(page: Page): Promise<() => number> {
    await page.route(/session-calls/, (route) => route.fulfill({ status: 404 }))
    let documents = 0
    page.on('request', (request) => (documents += Number(request.isNavigationRequest() && request.method() === 'GET')))
    return () => documents
  }

  async function expectHome(page: Page): Promise<void> {
    await expect(page).toHaveURL(href(routes.home, {}, { locale: 'en' }))
    expect(await isSignedIn(page)).toBe(false)
  }

  test('the sign-out of a signed-in page leads home, and nothing reloads', async ({ page }) => {
    await signIn(page, 'anna@demo.test')
    const documents = await loseScript(page)
    await page.goto(href(routes.mainSettings, {}, { locale: 'en' }), { waitUntil: 'networkidle' })
    // The answer comes late, so that the end of the session is seen before.
    await page.route(sessionActions.signOut.path, async (route) => {
      const response = await route.fetch()
      await page.evaluate(() => window.dispatchEvent(new Event('focus')))
      await page.waitForTimeout(1000)
      await route.fulfill({ response })
    })
    await page.getByRole('button', { name: textsOf('en').t('settings.session.signOut') }).click()
    await expectHome(page)
    expect(documents(), 'the settings and home').toBe(2)
  })

  test('the questionnaire loses no choice when it gains the focus; its sign-out says what fails, then leads home', async ({
    page,
  }) => {
    const { t } = textsOf('en')
    await page.route(/entry-session/, (route) => route.fulfill({ status: 404 }))
    const person = { ...newcomer, email: 'ivy@script.test' }
    await signUp(page, 'en', person)
    await verifyEmail(page, 'en', person)
    await page.waitForLoadState('networkidle')
    await chooseDrawing(page, 'en')
    const documents = await loseScript(page)
    const refused = page.waitForResponse(/entry-session/)
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await refused
    await page.waitForTimeout(1000)
    expect(documents()).toBe(0)
    await expect(
      page
        .getByRole('group', { name: t('questionnaire.portrait.legend') })
        .getByRole('radio')
        .first(),
    ).toBeChecked()
    await page.getByRole('button', { name: t('legal.help.open') }).click()
    await page.route(sessionActions.signOut.path, (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: t('legal.help.signOut') }).click()
    await expect(page.getByRole('dialog').getByText(t('common.error.offline'))).toBeVisible()
    await page.getByRole('button', { name: t('legal.help.signOut') }).click()
    await expectHome(page)
    expect(documents()).toBe(1)
  })

  test('the sign-out of the step that asks for consent leads home', async ({ page, server }) => {
    const { t } = textsOf('en')
    await openConsentStep(page, server, 'en')
    await page.waitForLoadState('networkidle')
    await loseScript(page)
    await page
      .locator('summary')
      .filter({ hasText: t('auth.consent.refuse') })
      .click()
    await page.getByRole('button', { name: t('common.nav.signOut') }).click()
    await expectHome(page)
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
