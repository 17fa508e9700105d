import type { Page } from '@playwright/test'
import { sessionActions } from '#features/auth/contract.ts'
import { href } from '#shared/routing/href.ts'
import { routes, type Route } from '#shared/routing/routes.ts'
import { signIn } from '../support/browser/demo.ts'
import { signUp, verifyEmail, type Newcomer } from '../support/browser/newcomer.ts'
import { expect, test } from '../support/browser/test.ts'

const to = { locale: 'en' } as const
const robin: Newcomer = {
  firstName: 'Robin',
  email: 'robin@focus.test',
  gender: 'woman',
  seeks: 'man',
  birthDate: '24/05/1992',
  ages: [30, 45],
  city: 'Bristol',
}

/** Focuses the window; resolves with the answer to the session request. */
async function focus(page: Page): Promise<number> {
  let status: number | null = null
  const answer = page.waitForResponse((response) => new URL(response.url()).pathname === sessionActions.current.path)
  void answer.then((response) => (status = response.status()))
  // A page that has just come may not listen yet: the window gains focus again until it does.
  await expect(async () => {
    if (status === null) await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    expect(status).not.toBeNull()
  }).toPass()
  return (await answer).status()
}

const isAt = (page: Page, route: Route & { path: string }) => expect(page).toHaveURL(new RegExp(`${route.path}(\\?|$)`))

test.describe('the pages of a sign-up', () => {
  // The session of a sign-up that was confirmed in another window is over.
  test.use({ allowed: [/401|Runtime error/] })

  test('refresh the session when their window gains focus, and lead on when it is at another step', async ({ page, context }) => {
    await signUp(page, 'en', robin)
    await page.waitForLoadState()
    expect(await focus(page)).toBe(200)
    expect(await focus(page)).toBe(200)
    await isAt(page, routes.emailVerify)

    const other = await context.newPage()
    await other.goto(href(routes.emailVerify, {}, to))
    await verifyEmail(other, 'en', robin)
    await focus(page)
    await isAt(page, routes.questionnaire)

    await page.waitForLoadState()
    expect(await focus(page)).toBe(200)
  })
})

test.describe('a signed-in page', () => {
  // A document replaced by the test may not open a WebSocket to this machine.
  test.use({ allowed: [/BLOCKED_BY_LOCAL_NETWORK_ACCESS/] })

  test('asks every second where that is switched on, though nobody comes back to it', async ({ page }) => {
    await signIn(page, 'anna@demo.test')
    const path = href(routes.likes, {}, to)
    await page.route(path, async (route) => {
      const answer = await route.fetch()
      const text = await answer.text()
      expect(text).toContain('"periodicRefresh":false')
      await route.fulfill({
        response: answer,
        body: text.replace('"periodicRefresh":false', '"periodicRefresh":true'),
      })
    })
    let asked = 0
    page.on('request', (request) => (asked += Number(new URL(request.url()).pathname === sessionActions.current.path)))
    await page.goto(path)
    await expect.poll(() => asked).toBeGreaterThanOrEqual(3)
  })
})
