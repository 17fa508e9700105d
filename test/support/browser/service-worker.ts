import type { Browser, BrowserContext, Page } from '@playwright/test'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { privateCachePrefix } from '#shared/service-worker.ts'
import { signIn, type Pair } from './demo.ts'
import { openLine, type Line } from './line.ts'
import { hydrated } from './pages.ts'
import { expect } from './test.ts'

const to = { locale: 'en' } as const
export const inbox = href(routes.messages, {}, to)
export const chat = (conversation: string) => href(routes.messages, {}, { ...to, query: { chat: conversation } })
const payloadOf = (path: string) => path.replace(inbox, `${inbox}/_payload.json`)

/** A separate browser, whose service worker lives as long as the browser. */
export async function openBrowser(browser: Browser, line: Line): Promise<BrowserContext> {
  return browser.newContext({ baseURL: line.origin, serviceWorkers: 'allow', locale: 'en-GB' })
}

export async function cut(context: BrowserContext, line: Line, isDown: boolean): Promise<void> {
  line.isDown = isDown
  await context.setOffline(isDown)
}

/** Waits until the service worker controls the page and has copies of these pages. */
export async function stored(page: Page, paths: readonly string[]): Promise<void> {
  const wanted = paths.map(payloadOf)
  const keys = () =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith('private:'))
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return requests.flat().map(({ url }) => new URL(url).pathname + new URL(url).search)
    })
  await expect.poll(keys, { timeout: 30_000 }).toEqual(expect.arrayContaining(wanted))
}

export const controlled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null && 'offlineReady' in document.documentElement.dataset)

/** A first visit: the worker is installed, and the second document leaves copies. */
export async function visit(page: Page, conversation: string): Promise<void> {
  await page.goto(inbox)
  await hydrated(page)
  await controlled(page)
  await page.goto(chat(conversation))
  await hydrated(page)
  await stored(page, [inbox, chat(conversation)])
}

type App = AsyncDisposable & { line: Line; context: BrowserContext; page: Page } & Pair

/** A browser with its own connection, in which the first of a quiet pair has copies of the inbox and of their conversation. */
export async function openApp(browser: Browser, { url }: { url: string }, pair: Pair): Promise<App> {
  const line = await openLine(url)
  const context = await openBrowser(browser, line)
  const page = await context.newPage()
  await signIn(page, pair.one.email)
  await visit(page, pair.conversation)
  const end = async () => {
    await context.close()
    await line[Symbol.asyncDispose]()
  }
  return { ...pair, line, context, page, [Symbol.asyncDispose]: end }
}

/** Sends a text from the open conversation by keyboard, and waits until it is shown. */
export async function writeInChat(page: Page, text: string): Promise<void> {
  await page.locator('#message').fill(text)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('log')).toContainText(text)
}

/** The names of the caches with a member's own pages. */
export async function privateCaches(page: Page): Promise<string[]> {
  const names = await page.evaluate(() => caches.keys())
  return names.filter((name) => name.startsWith(privateCachePrefix))
}

/** The colour mode that the worker stores for the next shell; empty for the system's. */
export const storedMode = (page: Page): Promise<string | undefined> =>
  page.evaluate(async () => (await caches.match('/_mode'))?.text())

/** How often this text is in the server's history. */
export async function countArrived(page: Page, conversation: string, text: string): Promise<number> {
  const answer = await page.request.get(payloadOf(chat(conversation)))
  return (await answer.text()).split(text).length - 1
}

/**
 * Dispatches a background sync, as the browser does when the connection returns, until `isDone`: it repeats one that failed. The
 * page has none of our scripts.
 */
export async function syncUntil(page: Page, tag: string, isDone: () => Promise<boolean>): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const registration = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => first && resolve(first.registrationId))
  })
  await session.send('ServiceWorker.enable')
  const { origin } = new URL(page.url())
  const options = { origin, registrationId: await registration, tag, lastChance: false }
  await expect(async () => {
    await session.send('ServiceWorker.dispatchSyncEvent', options)
    await expect.poll(isDone, { timeout: 5_000 }).toBe(true)
  }).toPass({ timeout: 30_000 })
}
