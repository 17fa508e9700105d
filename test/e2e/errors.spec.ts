import type { Page } from '@playwright/test'
import { sessionActions } from '#features/auth/contract.ts'
import { notificationActions, type NotificationItem, type NotificationsPage } from '#features/notifications/contract.ts'
import { demoConversationId } from '#seed/demo/conversations.ts'
import { demoId } from '#seed/demo/random.ts'
import type { Bootstrap } from '#shared/bootstrap.ts'
import { channelName } from '#shared/realtime/wire.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { signIn } from '../support/browser/demo.ts'
import { CLIENT_DIR } from '../../scripts/bench/app-build.ts'
import { readClientManifest } from '../../scripts/bench/client-files.ts'
import { contentSecurityPolicy } from '../../src/worker/render/content-security-policy.ts'
import { hydrated, takenOver } from '../support/browser/pages.ts'
import { expect, test } from '../support/browser/test.ts'

// Rows of docs/errors.md that only a browser can meet. Everything here fails on purpose.
test.use({
  allowed: [
    /Failed to load resource|dynamically imported module|Runtime error|answered 503|Locale load failure|end of JSON input|Failed to (connect to|leave from) the presence-/,
  ],
})

const to = { locale: 'en' } as const
const likes = href(routes.likes, {}, to)

function readConsole(page: Page): string[] {
  const lines: string[] = []
  page.on('console', (message) => lines.push(`${message.type()}: ${message.text()}`))
  return lines
}

test('a chunk that cannot be loaded reloads the page once, and again only after ten seconds', async ({ page }) => {
  await signIn(page, 'anna@demo.test')
  await page.goto(likes)
  const chunk = await page.evaluate(() => {
    const { modules } = JSON.parse(document.getElementById('bootstrap')?.textContent ?? '{}') as Bootstrap
    return modules.kind === 'member' ? modules.page : null
  })
  await page.route(`**${chunk}`, (route) => route.fulfill({ status: 404 }))
  let documents = 0
  page.on('request', (request) => (documents += Number(request.isNavigationRequest())))
  /** Every document asks whether the server is there, and then decides on a reload. */
  const expectDocuments = async (expected: number) => {
    documents = 0
    await page.goto(likes)
    await expect(async () => {
      const questions = await page.evaluate(async () => {
        const entries = performance.getEntriesByName(new URL('/favicon.svg', location.href).href)
        // A reload would come before this answer.
        await fetch('/healthz')
        return entries.filter((entry) => entry instanceof PerformanceResourceTiming && entry.initiatorType === 'fetch').length
      })
      expect(questions).toBeGreaterThan(0)
      expect(documents).toBe(expected)
    }).toPass({ timeout: 20_000 })
  }
  await expectDocuments(2)
  await test.step('within ten seconds', () => expectDocuments(1))
  await page.evaluate(() => {
    const last = Number(sessionStorage.getItem('chunk-reload'))
    sessionStorage.setItem('chunk-reload', String(last - 10_000))
  })
  await test.step('after ten seconds', () => expectDocuments(2))
})

test('a session that cannot be fetched: the console has a hint and the error', async ({ page }) => {
  await signIn(page, 'anna@demo.test')
  await page.goto(likes)
  await hydrated(page)
  const { path } = sessionActions.current
  await page.route(`**${path}`, (route) => route.fulfill({ status: 503, json: {} }))
  const lines = readConsole(page)
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    expect(lines).toContainEqual(expect.stringMatching(/^error: (Error: )?Runtime error, checkout the console logs to debug/))
  }).toPass()
  expect(lines).toContain(`error: ${path} answered 503: session revoked, server in trouble?`)
  await expect(page).toHaveURL(likes)
})

test('texts that cannot be loaded are logged, and each missing message warns', async ({ page }) => {
  await signIn(page, 'anna@demo.test')
  await page.goto(likes)
  await hydrated(page)
  await page.route('**/locales/*/en/visitors.json', (route) => route.fulfill({ status: 404 }))
  const lines = readConsole(page)
  const link = page.locator(`main nav a[href="${href(routes.visitors, {}, to)}"]`)
  await link.click()
  await expect(link).toHaveAttribute('aria-current', 'page')
  expect(lines).toContainEqual(expect.stringMatching(/^error: Locale load failure: en\/visitors Error: answered 404/))
  expect(lines).toContainEqual(expect.stringMatching(/^warning: Missing message: en:visitors\.\w+/))
  await expect(page.getByText(/^visitors\.\w+/).first()).toBeVisible()
})

test('a document whose texts do not load stays as the server wrote it, and is loaded once more', async ({ page }) => {
  await signIn(page, 'anna@demo.test')
  let refused = 0
  await page.route('**/locales/*/en/visitors.json', (route) =>
    refused++ < 1 ? route.fulfill({ status: 404 }) : route.continue(),
  )
  await page.goto(href(routes.visitors, {}, to))
  await hydrated(page)
  expect(refused).toBeGreaterThan(1)
  await expect(page.getByText(/^visitors\.\w+/)).toHaveCount(0)
})

for (const [title, request, verb] of [
  ['a refused join of a channel is an error on the console', 'channel:join', 'connect to'],
  ['a refused leave of a channel is an error on the console', 'channel:leave', 'leave from'],
] as const) {
  test(title, async ({ page }) => {
    const conversation = demoConversationId(demoId('anna@demo.test'), demoId('ben@demo.test'))
    const channel = channelName.conversation(conversation)
    const answers: string[] = []
    await page.routeWebSocket(/\/realtime\?/, (socket) => {
      const server = socket.connectToServer()
      // With another token than the page's own, the server refuses.
      socket.onMessage((text) => {
        const isMeant = String(text).includes(`"type":"${request}","channel":"${channel}"`)
        server.send(isMeant ? String(text).replace(/"token":"[^"]*"/, '"token":"forged"') : text)
      })
      server.onMessage((text) => {
        answers.push(String(text))
        socket.send(text)
      })
    })
    const lines = readConsole(page)
    await signIn(page, 'anna@demo.test')
    await page.goto(href(routes.messages, {}, { ...to, query: { chat: conversation } }))
    if (request === 'channel:leave') {
      await expect.poll(() => answers.join('\n')).toContain('"epoch"')
      await page.locator(`header nav a[href="${likes}"]`).click()
    }
    const text = `Failed to ${verb} the ${channel} channel`
    await expect.poll(() => lines).toContain(`error: ${text}`)
    expect(answers.join('\n')).toContain(`"code":"unauthorized","message":"${text}"`)
  })
}

test('an icon that is not there is a warning, and its line is shown all the same', async ({ page }) => {
  const item: NotificationItem = {
    id: 'a',
    kind: 'favourite',
    title: 'Dana',
    message: 'Keeps you in mind',
    icon: null,
    href: null,
    at: Date.now(),
    unread: false,
  }
  const list: NotificationsPage = { items: [item], next: null }
  await page.route(`**${notificationActions.list.path}`, (route) => route.fulfill({ json: list }))
  const lines = readConsole(page)
  await signIn(page, 'anna@demo.test')
  // The list's code is of another build than the icons' names. It may be fetched ahead as soon as the page is there.
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/favourite:(["'`])star\1/, 'favourite:"starfish"')
    await route.fulfill({ response, body })
  })
  await page.goto(likes)
  await hydrated(page)
  const bell = page.locator('header a[aria-haspopup="dialog"]')
  await takenOver(bell)
  await bell.click()
  await expect(page.getByRole('dialog').getByText(item.message)).toBeVisible()
  expect(lines).toContain('warning: Icon starfish not found')
  await page.unrouteAll({ behavior: 'wait' })
})

test('a browser that blocks the analytics library says that the pixel is not loaded, and the page goes on', async ({ page }) => {
  const script = readClientManifest(CLIENT_DIR)['src/client/pixel/pixel-entry.ts']?.file
  const about = href(routes.about, {}, to)
  // As in production, for a guest who has agreed.
  await page.route(`**${about}`, async (route) => {
    const response = await route.fetch()
    const parts = `<meta name="pixel" content="123456789012345"/><script type="module" src="/${script}"></script>`
    const policy = contentSecurityPolicy({ socketOrigin: 'wss://own.example', hasPixel: true })
    await route.fulfill({
      response,
      body: (await response.text()).replace('</head>', `${parts}</head>`),
      headers: { ...response.headers(), 'content-security-policy': policy },
    })
  })
  const asked: string[] = []
  await page.route(/facebook/, (route) => {
    asked.push(route.request().url())
    return route.abort('blockedbyclient')
  })
  const lines = readConsole(page)
  await page.goto(about)
  await expect.poll(() => lines).toContain('warning: Facebook Pixel not loaded yet.')
  expect(asked).toEqual(['https://connect.facebook.net/en_US/fbevents.js'])
})
