import type { Page } from '@playwright/test'
import { href } from '#shared/routing/href.ts'
import { routes, type Route } from '#shared/routing/routes.ts'
import { CLIENT_DIR } from '../../scripts/bench/app-build.ts'
import { filesOf, readClientManifest } from '../../scripts/bench/client-files.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'
import { conversationScripts, laterScripts, scriptSources } from '../page-scripts.ts'

const { t } = textsOf('en')
const to = { locale: 'en' } as const
const manifest = readClientManifest(CLIENT_DIR)

const counted = (route: Route, later: readonly string[] = []) => {
  const sources = [...(scriptSources(manifest, route)[0] ?? []), ...laterScripts, ...later]
  return [...filesOf(manifest, sources).scripts].toSorted()
}

async function fetchedOn(page: Page): Promise<string[]> {
  const addresses = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  return addresses
    .map((each) => new URL(each).pathname.slice(1))
    .filter((path) => path.endsWith('.js'))
    .toSorted()
}

// No line that came with a like is on the first screen: the words by which an unkind one is found load once it is.
test.use({ viewport: { width: 700, height: 600 } })

test('a signed-in page fetches the scripts that its budget counts, and no others', async ({ page }) => {
  // Visitors who save data prefetch no other pages.
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  // A browser that translates loads the code for that beside a text in another language.
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Translator'))
  await page.goto(href(routes.signIn, {}, to))
  await page.getByLabel(t('auth.signIn.email')).fill('ben@demo.test')
  await page.getByLabel(t('auth.signIn.password'), { exact: true }).fill('kismet-demo-1')
  await page.getByRole('button', { name: t('auth.signIn.submit'), exact: true }).click()
  await expect(page).toHaveURL(href(routes.peopleNearby, {}, to))

  for (const route of [routes.messages, routes.peopleNearby, routes.likes, routes.mainSettings]) {
    await page.goto(href(route, {}, to), { waitUntil: 'networkidle' })
    await expect.poll(() => fetchedOn(page), { message: route.path }).toEqual(counted(route))
  }
  await page.goto(href(routes.messages, {}, to))
  await page.goto((await page.locator('a[href*="chat="]').first().getAttribute('href')) ?? '')
  await expect
    .poll(() => fetchedOn(page), { message: 'an open conversation' })
    .toEqual(counted(routes.messages, conversationScripts))
})
