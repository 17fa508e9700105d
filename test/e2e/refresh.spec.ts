import type { BrowserContext, Page, Request } from '@playwright/test'
import { requestActions } from '#features/chat/contract.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { callsOf, postBy, type Person } from '../support/browser/demo.ts'
import { hydrated } from '../support/browser/pages.ts'
import type { BrowserServer } from '../support/browser/server.ts'
import { expect, test } from '../support/browser/test.ts'

const locale = 'en'
const requestsPage = href(routes.messages, {}, { locale, query: { requests: 1 } })
const likesPage = href(routes.likes, {}, { locale })
/** Pages in another language are other documents. */
const elsewhere = href(routes.likes, {}, { locale: 'uk' })
const redirected = href(routes.visitors, {}, { locale: 'uk' })

const pathOf = (request: Request) => new URL(request.url()).pathname
const isDocument = (request: Request) => request.resourceType() === 'document'
const isRefresh = (request: Request) => pathOf(request) === `${routes.messages.path}/_payload.json`

/** Holds the first request that matches until `release`; `held` resolves when it is there. */
async function hold(page: Page, matches: (request: Request) => boolean) {
  const { promise: held, resolve: note } = Promise.withResolvers<Request>()
  const { promise: decided, resolve: decide } = Promise.withResolvers<'continue' | 'abort'>()
  let isFirst = true
  await page.route('**', async (route) => {
    if (!isFirst || !matches(route.request())) return route.fallback()
    isFirst = false
    note(route.request())
    // Another navigation may have cancelled it meanwhile.
    await ((await decided) === 'continue' ? route.continue() : route.abort('aborted')).catch(() => {})
  })
  return { held, release: () => decide('continue'), abort: () => decide('abort') }
}

/** A stranger's request: a row whose partner is not on the reader's page, which therefore is shown again. */
async function sendRequest(server: BrowserServer, to: Person, firstName: string): Promise<void> {
  const calls = await callsOf(server, await server.addMember(firstName))
  await postBy(calls, requestActions.send.path, { to: to.id, cid: crypto.randomUUID(), text: 'Hello!' })
  await calls.dispose()
}

const rowOf = (page: Page, firstName: string) => page.getByRole('main').getByRole('link', { name: firstName, exact: true })

/** A new member with a request, signed in. */
async function addReader(server: BrowserServer, context: BrowserContext): Promise<Person> {
  const reader = await server.addMember('Robin')
  await sendRequest(server, reader, 'Alex')
  await server.signIn(context, reader.id)
  return reader
}

/** Resolves when the page has a live connection: from now on it notices a request. */
const connected = async (page: Page) => (await page.waitForEvent('websocket')).waitForEvent('framereceived')
/** Resolves when a refresh has been answered. Locators cannot say it, because they wait for a document that is loading. */
const refreshed = (page: Page) => page.waitForResponse((response) => isRefresh(response.request()))

async function openRequests(page: Page, server: BrowserServer): Promise<Person> {
  const reader = await addReader(server, page.context())
  const live = connected(page)
  await page.goto(requestsPage)
  await hydrated(page)
  await live
  await beat(page)
  return reader
}

/** As a link does; resolves when its document has been asked for. */
async function goElsewhere(page: Page) {
  const target = await hold(page, (request) => isDocument(request) && pathOf(request) === elsewhere)
  await page.evaluate((address) => location.assign(address), elsewhere)
  await target.held
  return target
}

/** Answers refreshes with another document, as when the session has ended. */
const leadOn = (page: Page) =>
  page.route('**', (route) =>
    isRefresh(route.request()) ? route.fulfill({ json: { build: '', redirect: redirected } }) : route.fallback(),
  )

/** Lets the page ask for a file all the time, even while another document is loading, when nothing else can be evaluated. */
const beat = (page: Page) => page.evaluate(() => void setInterval(() => void fetch('/favicon.svg').catch(() => {}), 50))

/** The page has dealt with what came before. */
async function settled(page: Page): Promise<void> {
  for (let asked = 0; asked < 2; asked += 1) await page.waitForRequest((request) => pathOf(request) === '/favicon.svg')
}

test.describe('a link wins over a refresh', () => {
  test('if it was followed before hydration', async ({ page, server }) => {
    const reader = await addReader(server, page.context())
    const script = await hold(page, (request) => /\/hydrate-[^e][^/]+\.js$/.test(request.url()))
    await page.goto(requestsPage, { waitUntil: 'commit' })
    await script.held
    const target = await hold(page, (request) => isDocument(request) && request.url().includes('chat='))
    await rowOf(page, 'Alex').click({ noWaitAfter: true })
    const followed = (await target.held).url()
    const [live, shown] = [connected(page), refreshed(page)]
    script.release()
    await live
    await sendRequest(server, reader, 'Charlie')
    await shown
    target.release()
    await expect(page).toHaveURL(followed)
  })

  test('if it leads to another document, even though the refresh leads to one, too', async ({ page, server }) => {
    // On a slow machine, the time for which the document is waited for would pass.
    await page.clock.setFixedTime(Date.now())
    const reader = await openRequests(page, server)
    await leadOn(page)
    const target = await goElsewhere(page)
    const answered = refreshed(page)
    await sendRequest(server, reader, 'Charlie')
    await answered
    await settled(page)
    target.release()
    await expect(page).toHaveURL(elsewhere)
  })

  test('if it is followed while the refresh is under way', async ({ page, server }) => {
    const reader = await openRequests(page, server)
    const refresh = await hold(page, isRefresh)
    const before = await page.evaluate(() => history.length)
    await sendRequest(server, reader, 'Charlie')
    await refresh.held
    await page.locator(`nav a[href="${likesPage}"]`).first().click()
    await expect(page).toHaveURL(likesPage)
    const answered = refreshed(page)
    refresh.release()
    await answered
    await settled(page)
    await expect(page).toHaveURL(likesPage)
    await expect(page.locator('a[aria-current="page"]').first()).toHaveAttribute('href', likesPage)
    expect(await page.evaluate(() => history.length)).toBe(before + 1)
  })

  test('if it is being followed when the refresh is wanted', async ({ page, server }) => {
    const connecting = page.waitForEvent('websocket')
    const reader = await openRequests(page, server)
    const socket = await connecting
    const asked: string[] = []
    page.on('request', (request) => void (request.url().includes('_payload.json') && asked.push(pathOf(request))))
    const target = await hold(page, (request) => pathOf(request) === `${likesPage}/_payload.json`)
    await page.locator(`nav a[href="${likesPage}"]`).first().click()
    await target.held
    const event = socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('Hello!'))
    await sendRequest(server, reader, 'Charlie')
    await event
    await settled(page)
    target.release()
    await expect(page.locator('a[aria-current="page"]').first()).toHaveAttribute('href', likesPage)
    expect(asked.filter((path) => path.startsWith(routes.messages.path))).toEqual([])
  })
})

test('a refresh that leads to another document does so if none has come', async ({ page, server }) => {
  await page.clock.install()
  const reader = await openRequests(page, server)
  await leadOn(page)
  const target = await goElsewhere(page)
  target.abort()
  const answered = refreshed(page)
  await sendRequest(server, reader, 'Charlie')
  await answered
  await settled(page)
  await page.clock.fastForward(10_000)
  await expect(page).toHaveURL(redirected)
})

test('the newest of two refreshes is shown; focus and history stay', async ({ page, server }) => {
  const reader = await openRequests(page, server)
  const before = await page.evaluate(() => history.length)
  const link = rowOf(page, 'Alex')
  await link.focus()
  const older = await hold(page, isRefresh)
  await sendRequest(server, reader, 'Charlie')
  await older.held
  await sendRequest(server, reader, 'Dana')
  await expect(rowOf(page, 'Dana')).toBeAttached()
  const answered = refreshed(page)
  older.release()
  await answered
  await settled(page)
  await expect(rowOf(page, 'Dana')).toBeAttached()
  await expect(rowOf(page, 'Charlie')).toBeAttached()
  await expect(link).toBeFocused()
  expect(await page.evaluate(() => history.length)).toBe(before)
})

test('the list stays while its code is loading, whatever is shown again meanwhile', async ({ page, server }) => {
  const reader = await addReader(server, page.context())
  const script = await hold(page, (request) => /\/hydrate-[^e][^/]+\.js$/.test(request.url()))
  const code = await hold(page, (request) => /\/request-list-[^/]+\.js$/.test(request.url()))
  const live = connected(page)
  await page.goto(requestsPage, { waitUntil: 'commit' })
  await script.held
  // What is streamed is revealed up to 300 ms after the badges: before that, there is no list that could stay.
  await rowOf(page, 'Alex').waitFor()
  script.release()
  await code.held
  await live
  await beat(page)
  const shown = refreshed(page)
  await sendRequest(server, reader, 'Charlie')
  await shown
  await settled(page)
  expect(await rowOf(page, 'Alex').count()).toBe(1)
  code.release()
  await expect(rowOf(page, 'Charlie')).toBeVisible()
  await expect(rowOf(page, 'Alex')).toBeVisible()
})
