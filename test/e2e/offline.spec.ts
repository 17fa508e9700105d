import { join } from 'node:path'
import { sessionActions } from '#features/auth/session/contract.ts'
import { chatActions } from '#features/chat/contract.ts'
import { settingsActions } from '#features/settings/contract.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { outboxSync } from '#shared/service-worker.ts'
import { buildServiceWorker } from '../../scripts/build/service-worker.ts'
import { post, quietPair, signIn } from '../support/browser/demo.ts'
import { openLine } from '../support/browser/line.ts'
import { makeNextBuild } from '../support/browser/next-build.ts'
import { hydrated } from '../support/browser/pages.ts'
import {
  chat,
  controlled,
  countArrived,
  cut,
  dispatchSync,
  inbox,
  openBrowser,
  privateCaches,
  visit,
} from '../support/browser/service-worker.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

test.describe.configure({ mode: 'default', timeout: 180_000 })

const { t } = textsOf('en')
const to = { locale: 'en' } as const

test('a repeat visit paints the shell before the network answers, and then the page', async ({ browser, server }) => {
  await using line = await openLine(server.url)
  await using context = await openBrowser(browser, line)
  const page = await context.newPage()
  const { one, other, conversation } = quietPair(9)
  await signIn(page, one.email)
  await visit(page, conversation)

  line.delayMs = 2000
  const begun = Date.now()
  await page.goto(inbox, { waitUntil: 'commit' })
  await expect(page.locator('[data-shell]')).toBeVisible()
  await expect(page.locator('header nav').getByRole('link', { name: t('common.nav.messages') })).toBeVisible()
  expect(Date.now() - begun).toBeLessThan(2000)
  await expect(page.getByRole('link', { name: other.firstName }).first()).toBeVisible()
  await expect(page.locator('[data-shell]')).toHaveCount(0)
  await hydrated(page)
})

test('the inbox and an opened conversation are read without a connection, other pages say what is missing', async ({
  browser,
  server,
}) => {
  await using line = await openLine(server.url)
  await using context = await openBrowser(browser, line)
  const page = await context.newPage()
  const { one, other, conversation } = quietPair(9)
  await signIn(page, one.email)
  const text = `To be read in a tunnel ${process.pid}`
  await post(page, chatActions.send.path, { conversation, cid: crypto.randomUUID(), text })
  await visit(page, conversation)

  await cut(context, line, true)
  await page.goto(chat(conversation))
  await expect(page.getByRole('log')).toContainText(text)
  await page.goto(inbox)
  await expect(page.getByRole('link', { name: other.firstName }).first()).toBeVisible()
  await expect(page.locator('.connection')).toHaveText(t('common.connection.offline'))
  await page.goto(href(routes.favourites, {}, to))
  await expect(page.getByRole('heading', { name: t('common.away.title') })).toBeVisible()
  await page.getByRole('link', { name: t('common.away.messages') }).click()
  await expect(page.getByRole('link', { name: other.firstName }).first()).toBeVisible()
  await page.goto(href(routes.home, {}, to))
  await expect(page.getByText(t('common.away.text'))).toBeVisible()

  await cut(context, line, false)
  await page.goto(inbox)
  await hydrated(page)
  await expect(page.locator('.connection')).toHaveCount(0)
})

test('a message written without a connection waits through a reload and arrives once', async ({ browser, server }) => {
  await using line = await openLine(server.url)
  await using context = await openBrowser(browser, line)
  const page = await context.newPage()
  const { one, conversation } = quietPair(9)
  await signIn(page, one.email)
  await visit(page, conversation)

  await cut(context, line, true)
  const text = `Written on a train ${process.pid}`
  await page.locator('#message').fill(text)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('log')).toContainText(text)
  await page.goto(chat(conversation))
  await expect(page.getByRole('log')).toContainText(text)
  await cut(context, line, false)
  await expect(page.getByRole('log').locator('li', { hasText: text })).toHaveCount(1)
  await expect.poll(() => countArrived(page, conversation, text), { timeout: 30_000 }).toBeGreaterThan(0)
  await page.goto(chat(conversation))
  await expect(page.getByRole('log').getByText(text)).toHaveCount(1)
})

test('a sign-out drops what is private, and the next account never sees it', async ({ browser, server }) => {
  await using line = await openLine(server.url)
  await using context = await openBrowser(browser, line)
  const page = await context.newPage()
  const [first, second] = [quietPair(9), quietPair(11)]
  await signIn(page, first.one.email)
  await visit(page, first.conversation)

  const owners = () => privateCaches(page)
  expect(await owners()).toEqual([`private:${first.one.id}`])
  await page.evaluate(
    (path) => fetch(path, { method: 'POST', headers: { Accept: 'application/json' } }),
    sessionActions.signOut.path,
  )
  await expect.poll(owners).toEqual([])

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
  await page.goto(inbox)
  await expect(page).toHaveURL(/sign-in/)
  await expect.poll(owners).toEqual([])
})

test('background sync sends what waits, once, though no tab of the app is open', async ({ browser, server }) => {
  await using line = await openLine(server.url)
  await using context = await openBrowser(browser, line)
  const page = await context.newPage()
  const { one, conversation } = quietPair(11)
  await signIn(page, one.email)
  await visit(page, conversation)

  await cut(context, line, true)
  const text = `Sent by the worker ${process.pid}`
  await page.locator('#message').fill(text)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('log')).toContainText(text)
  await page.close()
  await cut(context, line, false)
  const bare = await context.newPage()
  await bare.goto('/healthz')
  await dispatchSync(bare, outboxSync)
  await expect.poll(() => countArrived(bare, conversation, text), { timeout: 30_000 }).toBeGreaterThan(0)

  const next = await context.newPage()
  await next.goto(chat(conversation))
  await hydrated(next)
  await expect(next.getByRole('log').getByText(text)).toHaveCount(1)
  await expect(next.getByRole('log').locator('li', { hasText: text })).toHaveCount(1)
})

test('a 401 drops everything private', async ({ browser, server }) => {
  await using line = await openLine(server.url)
  await using context = await openBrowser(browser, line)
  const page = await context.newPage()
  const { one, conversation } = quietPair(9)
  await signIn(page, one.email)
  await visit(page, conversation)
  expect(await privateCaches(page)).toEqual([`private:${one.id}`])
  line.unauthorized = '/_payload.json'
  await page.evaluate((path) => fetch(path), `${inbox}/_payload.json`)
  await expect.poll(() => privateCaches(page)).toEqual([])
  line.unauthorized = null
})

test('the worker leaves operations, actions, builds and the answers of providers to the network', async ({ browser, server }) => {
  await using line = await openLine(server.url)
  await using context = await openBrowser(browser, line)
  const page = await context.newPage()
  const { one, conversation } = quietPair(11)
  await signIn(page, one.email)
  await visit(page, conversation)

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

test('a page that has no conversation says calmly that the connection is lost, and for no longer', async ({
  browser,
  server,
}) => {
  await using line = await openLine(server.url)
  await using context = await openBrowser(browser, line)
  const page = await context.newPage()
  await signIn(page, quietPair(9).one.email)
  await page.goto(href(routes.likes, {}, to))
  await hydrated(page)
  await controlled(page)
  const banner = page.locator('output.connection')
  line.isDown = true
  await expect(banner).toHaveText(t('common.connection.reconnecting'), { timeout: 30_000 })
  expect(await page.getByRole('alert').count()).toBe(0)
  await context.setOffline(true)
  await expect(banner).toHaveText(t('common.connection.offline'))
  await cut(context, line, false)
  await expect(banner).toHaveCount(0, { timeout: 30_000 })
})

test('the shell has the colours that the member chose', async ({ browser, server }) => {
  await using line = await openLine(server.url)
  await using context = await openBrowser(browser, line)
  const page = await context.newPage()
  const { one, conversation } = quietPair(11)
  await signIn(page, one.email)
  await page.goto(inbox)
  for (const [appearance, mode] of [
    ['2', 'dark'],
    ['1', 'light'],
    ['3', null],
  ] as const) {
    await post(page, settingsActions.appearance.path, { appearance })
    await visit(page, conversation)
    line.delayMs = 2000
    await page.goto(inbox, { waitUntil: 'commit' })
    await expect(page.locator('[data-shell]')).toBeVisible()
    expect(await page.locator('html').getAttribute('data-mode')).toBe(mode)
    line.delayMs = 0
    await hydrated(page)
    expect(await page.locator('html').getAttribute('data-mode')).toBe(mode)
  }
})

test('switched off, the next build takes the worker and all that it stored away', async ({ browser, server }) => {
  const next = makeNextBuild(routes.favourites.key)
  await using line = await openLine(server.url)
  await using context = await openBrowser(browser, line)
  try {
    const page = await context.newPage()
    const { one, conversation } = quietPair(11)
    await signIn(page, one.email)
    await visit(page, conversation)
    await buildServiceWorker(join(next.dist, 'client'), false)
    await server.deploy(next.dist)
    await page.evaluate(() => navigator.serviceWorker.getRegistration().then((registration) => registration?.update()))
    const isGone = () =>
      page.evaluate(
        async () => (await navigator.serviceWorker.getRegistrations()).length === 0 && (await caches.keys()).length === 0,
      )
    await expect.poll(isGone, { timeout: 30_000 }).toBe(true)
  } finally {
    await server.deploy('dist')
    next.remove()
  }
})

test('a new worker waits while a tab has a half-written message, and then reloads both tabs', async ({ browser, server }) => {
  const next = makeNextBuild(routes.favourites.key)
  await using line = await openLine(server.url)
  await using context = await openBrowser(browser, line)
  try {
    const [reader, writer] = [await context.newPage(), await context.newPage()]
    const { one, conversation } = quietPair(11)
    await signIn(reader, one.email)
    await visit(reader, conversation)
    await reader.goto(inbox)
    await writer.goto(chat(conversation))
    await hydrated(writer)
    await controlled(writer)
    await writer.locator('#message').fill('Half a sen')
    for (const page of [reader, writer]) await page.evaluate(() => document.documentElement.setAttribute('data-before', ''))

    await server.deploy(next.dist)
    await reader.bringToFront()
    await reader.evaluate(() => dispatchEvent(new Event('online')))
    await expect(reader.locator('html[data-needs-refresh]')).toHaveCount(1, { timeout: 30_000 })
    await expect(reader.getByRole('button', { name: t('common.update.title') })).toBeVisible()
    expect(await writer.locator('#message').inputValue()).toBe('Half a sen')
    expect(await writer.locator('html[data-before]').count()).toBe(1)

    await writer.locator('#message').fill('')
    await expect(writer.locator('html[data-before]')).toHaveCount(0, { timeout: 60_000 })
    await expect(reader.locator('html[data-before]')).toHaveCount(0, { timeout: 60_000 })
    const names = await reader.evaluate(() => caches.keys())
    expect(names.filter((name) => name.startsWith('build:'))).toEqual([`build:${next.id}`])
  } finally {
    await server.deploy('dist')
    next.remove()
  }
})
