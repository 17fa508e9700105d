import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { sessionActions } from '#features/auth/contract.ts'
import { settingsActions } from '#features/settings/contract.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { buildServiceWorker } from '../../scripts/build/service-worker.ts'
import { post, newPair, signIn } from '../support/browser/demo.ts'
import { openLine } from '../support/browser/line.ts'
import { makeNextBuild, type NextBuild } from '../support/browser/next-build.ts'
import { hydrated } from '../support/browser/pages.ts'
import {
  chat,
  controlled,
  cut,
  inbox,
  openApp,
  openBrowser,
  privateCaches,
  storedMode,
  visit,
} from '../support/browser/service-worker.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

test.describe.configure({ mode: 'default', timeout: 60_000 })

const { t } = textsOf('en')
const to = { locale: 'en' } as const

test('a sign-out drops what is private, and the next account never sees it', async ({ browser, server }) => {
  const [first, second] = [await newPair(server), await newPair(server)]
  await using app = await openApp(browser, server, first)
  const { line, context } = app
  let { page } = app

  const owners = () => privateCaches(page)
  expect(await owners()).toEqual([`private:${first.one.id}`])
  await page.evaluate(
    (path) => fetch(path, { method: 'POST', headers: { Accept: 'application/json' } }),
    sessionActions.signOut.path,
  )
  await expect.poll(owners).toEqual([])

  page = await inNewTab(page)
  await signIn(page, second.one.email)
  await visit(page, second.conversation)
  expect(await owners()).toEqual([`private:${second.one.id}`])
  await cut(context, line, true)
  await page.goto(chat(first.conversation))
  await expect(page.getByRole('heading', { name: t('common.away.title') })).toBeVisible()
  expect(await page.content()).not.toContain(first.other.firstName)
  await cut(context, line, false)
  // A session that ends elsewhere: the next answer of the server says so.
  await post(page, sessionActions.signOut.path, {})
  page = await inNewTab(page)
  await page.goto(inbox)
  await expect(page).toHaveURL(/sign-in/)
  await expect.poll(owners).toEqual([])
})

/**
 * Goes on in a new tab: a page whose session ended leaves by itself, which would interrupt the next visit. It stays open,
 * because Chromium forgets to close a page that a navigation overtakes, and the call then waits for ever.
 */
const inNewTab = (page: Page): Promise<Page> => page.context().newPage()

test('a 401 drops everything private', async ({ browser, server }) => {
  await using app = await openApp(browser, server, await newPair(server))
  const { line, page, one } = app
  expect(await privateCaches(page)).toEqual([`private:${one.id}`])
  line.unauthorized = '/_payload.json'
  await page.evaluate((path) => fetch(path), `${inbox}/_payload.json`)
  await expect.poll(() => privateCaches(page)).toEqual([])
  line.unauthorized = null
})

test('the worker leaves operations, actions, builds and the answers of providers to the network', async ({ browser, server }) => {
  await using app = await openApp(browser, server, await newPair(server))
  const { page } = app

  const answeredByWorker = new Map<string, boolean>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!answeredByWorker.has(pathname)) answeredByWorker.set(pathname, response.fromServiceWorker())
  })
  const google = href(routes.googleCallback, {}, to)
  const facebook = href(routes.facebookCallback, {}, to)
  const untouched = ['/ops', '/api/auth/status', '/realtime', '/builds/latest.json', '/healthz', google, facebook]
  for (const path of [...untouched, inbox]) {
    answeredByWorker.delete(path)
    await page.goto(path)
    expect(answeredByWorker.get(path), path).toBe(path === inbox)
  }
})

test('the shell has the colours that the member chose', async ({ browser, server }) => {
  await using app = await openApp(browser, server, await newPair(server))
  const { line, page, context, conversation } = app
  for (const [key, mode] of [
    ['dark', 'dark'],
    ['light', 'light'],
    ['system', null],
  ] as const) {
    await page.goto(href(routes.mainSettings, {}, { ...to, query: { section: 'look' } }))
    await hydrated(page)
    const choice = page.getByRole('button', { name: t(`settings.appearance.${key}`) })
    await choice.click()
    await expect(choice).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => storedMode(page)).toBe(mode ?? '')

    const release = line.hold()
    await page.goto(inbox, { waitUntil: 'commit' })
    await expect(page.locator('[data-shell]')).toBeVisible()
    expect(await page.locator('html').getAttribute('data-mode')).toBe(mode)
    release()
    await hydrated(page)
    expect(await page.locator('html').getAttribute('data-mode')).toBe(mode)

    // The copy of the conversation is older than the choice.
    await cut(context, line, true)
    await page.goto(chat(conversation))
    await expect(page.getByRole('log')).toBeVisible()
    expect(await page.locator('html').getAttribute('data-mode')).toBe(mode)
    expect(await storedMode(page)).toBe(mode ?? '')
    await cut(context, line, false)
  }
})

test('after a form that was sent without its script, the page comes whole, with the answer', async ({ browser, server }) => {
  await using app = await openApp(browser, server, await newPair(server))
  const { line, page } = app
  const settings = href(routes.mainSettings, {}, to)
  await page.goto(`${settings}?section=look`)
  await hydrated(page)

  // The shell would ask for a payload. Each of two answers may be the one that has the form's.
  const payloads: string[] = []
  page.on('request', (request) => request.url().includes(`${settings}/_payload.json`) && payloads.push(request.url()))
  line.delayMs = 600
  await page.locator(`form[action="${settingsActions.appearance.path}"]`).evaluate((form: HTMLFormElement) => {
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name: 'appearance', value: '1' }))
    form.submit()
  })
  await expect(page.getByText(t('settings.appearance.saved'))).toBeVisible()
  await hydrated(page)
  expect(payloads).toEqual([])
})

/** A test about the build that follows this one. A first deployment puts all files of this build aside. */
function describeNextBuild(title: string, hasWorker: boolean, declare: (nextBuild: () => NextBuild) => void): void {
  test.describe(title, () => {
    let next: NextBuild
    test.beforeAll(async ({ server }) => {
      next = makeNextBuild(routes.favourites.key)
      await buildServiceWorker(join(next.dist, 'client'), hasWorker)
      await server.deploy('dist')
    })
    test.afterAll(async ({ server }) => {
      await server.deploy('dist')
      next.remove()
    })
    declare(() => next)
  })
}

describeNextBuild('the next build, without a service worker', false, (nextBuild) => {
  test('its worker answers nothing and takes all that was stored away', async ({ browser, server }) => {
    await using line = await openLine(server.url)
    await using context = await openBrowser(browser, line)
    const page = await context.newPage()
    const { one, conversation } = await newPair(server)
    await signIn(page, one.email)
    await visit(page, conversation)
    await server.deploy(nextBuild().dist)
    // After a visit the browser looks for another worker once the page has been quiet for a second. Pages that are visited faster are
    // asked to look. The page reloads with it, which ends what is asked of the page.
    await expect(async () => {
      const answer = await page.goto(inbox)
      await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))
      expect(await page.evaluate(() => caches.keys())).toEqual([])
      expect(answer?.fromServiceWorker()).toBe(false)
    }).toPass({ timeout: 45_000 })
  })
})

describeNextBuild('the next build', true, (nextBuild) => {
  test('a new worker waits while a tab has a half-written message, and then reloads both tabs', async ({ browser, server }) => {
    await using line = await openLine(server.url)
    await using context = await openBrowser(browser, line)
    const [reader, writer] = [await context.newPage(), await context.newPage()]
    const { one, conversation } = await newPair(server)
    await reader.clock.install()
    await signIn(reader, one.email)
    await visit(reader, conversation)
    await reader.goto(inbox)
    await writer.goto(chat(conversation))
    await hydrated(writer)
    await controlled(writer)
    await writer.locator('#message').fill('Half a sen')
    for (const page of [reader, writer]) await page.evaluate(() => document.documentElement.setAttribute('data-before', ''))

    await server.deploy(nextBuild().dist)
    await reader.bringToFront()
    await reader.evaluate(() => dispatchEvent(new Event('online')))
    await expect(reader.locator('html[data-needs-refresh]')).toHaveCount(1, { timeout: 30_000 })
    await expect(reader.getByRole('button', { name: t('common.update.title') })).toBeVisible()
    expect(await writer.locator('#message').inputValue()).toBe('Half a sen')
    expect(await writer.locator('html[data-before]').count()).toBe(1)

    await writer.locator('#message').fill('')
    // A tab asks the waiting worker every 30 seconds; the writer counts as busy until its draft is gone.
    await expect(async () => {
      await reader.clock.runFor(30_000)
      await expect(writer.locator('html[data-before]')).toHaveCount(0, { timeout: 3000 })
    }).toPass({ timeout: 45_000 })
    await expect(reader.locator('html[data-before]')).toHaveCount(0, { timeout: 30_000 })
    const names = await reader.evaluate(() => caches.keys())
    expect(names.filter((name) => name.startsWith('build:'))).toEqual([`build:${nextBuild().id}`])
  })
})
