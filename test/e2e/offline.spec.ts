import type { Browser, BrowserContext, Page } from '@playwright/test'
import { sessionActions } from '#features/auth/session/contract.ts'
import { chatActions } from '#features/chat/contract.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { post, quietPair, signIn } from '../support/browser/demo.ts'
import { openLine, type Line } from '../support/browser/line.ts'
import { makeNextBuild } from '../support/browser/next-build.ts'
import { hydrated } from '../support/browser/pages.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

test.describe.configure({ mode: 'default', timeout: 180_000 })

const { t } = textsOf('en')
const to = { locale: 'en' } as const
const inbox = href(routes.messages, {}, to)
const chat = (conversation: string) => href(routes.messages, {}, { ...to, query: { chat: conversation } })

/** A browser of its own, whose service worker lives as long as it does. */
async function openBrowser(browser: Browser, line: Line): Promise<BrowserContext> {
  return browser.newContext({ baseURL: line.origin, serviceWorkers: 'allow', locale: 'en-GB' })
}

async function cut(context: BrowserContext, line: Line, isDown: boolean): Promise<void> {
  line.isDown = isDown
  await context.setOffline(isDown)
}

/** Waits until the service worker controls the page and has copies of these pages. */
async function stored(page: Page, paths: readonly string[]): Promise<void> {
  const wanted = paths.map((path) => path.replace(inbox, `${inbox}/_payload.json`))
  const keys = () =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith('private:'))
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return requests.flat().map(({ url }) => new URL(url).pathname + new URL(url).search)
    })
  await expect.poll(keys, { timeout: 30_000 }).toEqual(expect.arrayContaining(wanted))
}

const controlled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null && 'offlineReady' in document.documentElement.dataset)

/** A first visit: the worker is installed, and the second document leaves copies. */
async function visit(page: Page, conversation: string): Promise<void> {
  await page.goto(inbox)
  await hydrated(page)
  await controlled(page)
  await page.goto(chat(conversation))
  await hydrated(page)
  await stored(page, [inbox, chat(conversation)])
}

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
  const arrived = async () => {
    const answer = await page.request.get(chat(conversation).replace(inbox, `${inbox}/_payload.json`))
    return (await answer.text()).split(text).length - 1
  }
  await expect.poll(arrived, { timeout: 30_000 }).toBeGreaterThan(0)
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

  const owners = () => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('private:')))
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
