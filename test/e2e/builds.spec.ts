import type { Page } from '@playwright/test'
import { href } from '#shared/routing/href.ts'
import { routes, type Route } from '#shared/routing/routes.ts'
import { signIn } from '../support/browser/demo.ts'
import { makeNextBuild, type NextBuild } from '../support/browser/next-build.ts'
import { hydrated } from '../support/browser/pages.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

// One deployment after the other, of one server.
test.describe.configure({ mode: 'default', timeout: 180_000 })
// The server is away for the moment of a deployment.
test.use({
  allowed: [/Failed to (load resource|fetch|establish|connect)|WebSocket connection|ERR_|\/api\/auth\/session|Runtime error/],
})

const { t } = textsOf('en')
const to = { locale: 'en' } as const
const buildOf = (page: Page) =>
  page.evaluate(() => (JSON.parse(document.getElementById('bootstrap')?.textContent ?? '{}') as { build: string }).build)

/** Follows the link of the navigation; true when the page changed without a new document. */
async function walk(page: Page, route: Route): Promise<boolean> {
  await page.evaluate(() => document.documentElement.setAttribute('data-walked', ''))
  const link = page.locator(`header nav a[href="${href(route, {}, to)}"]`)
  await link.click()
  // The address changes at once; the page is there when it says so.
  await expect(link).toHaveAttribute('aria-current', 'page')
  await hydrated(page)
  return (await page.locator('html[data-walked]').count()) === 1
}

test.describe('a new deployment', () => {
  let next: NextBuild
  test.beforeAll(async ({ server }) => {
    next = makeNextBuild(routes.favourites.key)
    await server.deploy('dist')
  })
  test.afterAll(async ({ server }) => {
    await server.deploy('dist')
    next.remove()
  })

  test('an old tab walks on to pages that did not change, loads the others whole, and is offered the new build', async ({
    page,
    server,
  }) => {
    await signIn(page, 'ben@demo.test')
    await page.goto(href(routes.peopleNearby, {}, to))
    await hydrated(page)
    const before = await buildOf(page)
    expect(await walk(page, routes.mainSettings)).toBe(true)

    await server.deploy(next.dist)
    expect(await walk(page, routes.messages), 'a page that did not change').toBe(true)
    expect(await buildOf(page)).toBe(before)
    expect(await walk(page, routes.favourites), 'a page that changed').toBe(false)
    expect(await buildOf(page)).toBe(next.id)

    await server.deploy('dist')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    const offer = page.getByRole('button', { name: t('common.update.title') })
    await expect(offer).toBeVisible()
    await offer.click()
    await expect.poll(() => buildOf(page).catch(() => null)).toBe(before)
  })

  test('files of the build before stay where they were', async ({ page, server }) => {
    await page.goto(href(routes.home, {}, to))
    const file = await page.locator('script[type="module"][src]').first().getAttribute('src')
    const old = await page.request.get('/builds/latest.json')
    const { id } = (await old.json()) as { id: string }
    await server.deploy(next.dist)
    const answers = await Promise.all(
      [file ?? '', `/builds/meta/${id}.json`, `/locales/${id}/uk/chat.json`, `/locales/${id}/uk/absent.json`].map((path) =>
        page.request.get(path),
      ),
    )
    expect(answers.map((answer) => answer.status())).toEqual([200, 200, 200, 404])
    await server.deploy('dist')
  })
})
