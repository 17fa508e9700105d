import type { Page } from '@playwright/test'
import { chatActions } from '#features/chat/contract.ts'
import { sessionActions } from '#features/auth/contract.ts'
import { visitActions } from '#features/visits/contract.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { outboxSync } from '#shared/service-worker.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import { newPair, post, sameOrigin, signIn } from '../support/browser/demo.ts'
import { openLine } from '../support/browser/line.ts'
import { hydrated } from '../support/browser/pages.ts'
import {
  chat,
  controlled,
  countArrived,
  cut,
  inbox,
  openApp,
  openBrowser,
  privateCaches,
  syncUntil,
  visit,
  writeInChat,
} from '../support/browser/service-worker.ts'
import { pictures } from '../support/fixtures/pictures.ts'
import { expect, test, watchConsole } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

test.describe.configure({ mode: 'default' })

const { t } = textsOf('en')
const photo = { name: 'bridge.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(pictures.gpsJpeg, 'base64') }
const to = { locale: 'en' } as const

test('a repeat visit paints the shell before the network answers, and then the page', async ({ browser, server }) => {
  await using app = await openApp(browser, server, await newPair(server))
  const { line, context, page, other } = app
  const problems = watchConsole(context, [])

  // Nothing answers for two seconds, and not before the shell was seen, on a slow machine either.
  line.delayMs = 2000
  const release = line.hold()
  await page.goto(inbox, { waitUntil: 'commit' })
  await expect(page.locator('[data-shell]')).toBeVisible()
  await expect(page.locator('header nav').getByRole('link', { name: t('common.nav.messages') })).toBeVisible()
  release()
  await expect(page.getByRole('link', { name: other.firstName }).first()).toBeVisible()
  await expect(page.locator('[data-shell]')).toHaveCount(0)
  await hydrated(page)
  const seen = page.waitForResponse((response) => response.url().endsWith(visitActions.seen.path))
  await page.goto(href(routes.visitors, {}, to))
  expect((await seen).status(), 'what such a page has shown counts as seen').toBe(200)
  expect(problems).toEqual([])
})

test('the inbox and an opened conversation are read without a connection, other pages say what is missing', async ({
  browser,
  server,
}) => {
  await using line = await openLine(server.url)
  await using context = await openBrowser(browser, line)
  const page = await context.newPage()
  const { one, other, conversation } = await newPair(server)
  await signIn(page, one.email)
  const text = `To be read in a tunnel ${process.pid}`
  await post(page, chatActions.send.path, { conversation, cid: crypto.randomUUID(), text })
  const upload = { conversation, cid: crypto.randomUUID(), file: photo }
  const uploaded = await page.request.post(chatActions.photo.path, { headers: sameOrigin(), multipart: upload })
  const { id } = (await uploaded.json()).photo
  await post(page, chatActions.send.path, { conversation, cid: upload.cid, text: '', photo: id })
  await visit(page, conversation)
  const sent = page.getByAltText(t('chat.photo.own'))
  await expect(sent).toBeVisible()

  await cut(context, line, true)
  // What the browser itself has kept, too, is gone by another day.
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache')
  await page.goto(chat(conversation))
  await expect(page.getByRole('log')).toContainText(text)
  await expect(page.getByText(t('chat.photo.offline'))).toBeVisible()
  await expect(sent).toHaveCount(0)
  await expect(page.getByRole('link', { name: t('chat.photo.open') })).toHaveCount(0)
  expect(await violationsOf(page)).toEqual([])
  await expect.poll(() => shownBroken(page)).toEqual([])
  await cut(context, line, false)
  await expect.poll(() => sent.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

  await cut(context, line, true)
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

/** Pictures that show the browser's sign of a broken one. */
function shownBroken(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.images]
      .filter((image) => image.complete && image.naturalWidth === 0 && image.checkVisibility({ opacityProperty: true }))
      .map(({ src }) => src),
  )
}

test('a message written without a connection waits through a reload and arrives once', async ({ browser, server }) => {
  await using app = await openApp(browser, server, await newPair(server))
  const { line, context, page, conversation } = app

  await cut(context, line, true)
  const text = `Written on a train ${process.pid}`
  await writeInChat(page, text)
  await page.goto(chat(conversation))
  await expect(page.getByRole('log')).toContainText(text)
  await cut(context, line, false)
  await expect(page.getByRole('log').locator('li', { hasText: text })).toHaveCount(1)
  await expect.poll(() => countArrived(page, conversation, text), { timeout: 30_000 }).toBeGreaterThan(0)
  await page.goto(chat(conversation))
  await expect(page.getByRole('log').getByText(text)).toHaveCount(1)
})

test('background sync sends what waits, once, though no tab of the app is open', async ({ browser, server }) => {
  await using app = await openApp(browser, server, await newPair(server))
  const { line, context, page, conversation } = app

  await cut(context, line, true)
  const text = `Sent by the worker ${process.pid}`
  await writeInChat(page, text)
  await page.close()
  await cut(context, line, false)
  const bare = await context.newPage()
  await bare.goto('/healthz')
  await syncUntil(bare, outboxSync, async () => (await countArrived(bare, conversation, text)) > 0)

  const next = await context.newPage()
  await next.goto(chat(conversation))
  await hydrated(next)
  await expect(next.getByRole('log').getByText(text)).toHaveCount(1)
  await expect(next.getByRole('log').locator('li', { hasText: text })).toHaveCount(1)
})

test('background sync that finds the session ended drops what is stored, though no tab of the app is open', async ({
  browser,
  server,
}) => {
  await using app = await openApp(browser, server, await newPair(server))
  const { context, page } = app
  await page.close()
  // Past the worker, as another device would end it.
  await context.request.post(sessionActions.signOut.path, { headers: sameOrigin() })
  const bare = await context.newPage()
  await bare.goto('/healthz')
  expect(await privateCaches(bare)).toHaveLength(1)
  await syncUntil(bare, outboxSync, async () => (await privateCaches(bare)).length === 0)
})

test('a page that has no conversation says calmly that the connection is lost, and for no longer', async ({
  browser,
  server,
}) => {
  await using line = await openLine(server.url)
  await using context = await openBrowser(browser, line)
  const page = await context.newPage()
  await signIn(page, (await newPair(server)).one.email)
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

test('a guest page says for as long as it lasts that there is no connection', async ({ page, context }) => {
  await page.clock.install()
  // What is still loading when the connection goes is an error of its own.
  await page.goto(href(routes.home, {}, to), { waitUntil: 'networkidle' })
  const note = page.locator('output.offline')
  await context.setOffline(true)
  await expect(note).toHaveText(t('common.error.offline'))
  await page.clock.runFor(60_000)
  await expect(note).toBeVisible()
  await context.setOffline(false)
  await expect(note).toHaveCount(0)
})
