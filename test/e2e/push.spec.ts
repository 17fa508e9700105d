import type { Browser, BrowserContext, Page, Worker } from '@playwright/test'
import { sessionActions } from '#features/auth/contract.ts'
import { likeActions, type LikeAnswer } from '#features/likes/contract.ts'
import { pushActions } from '#features/push/contract.ts'
import { attentionEvent } from '#shared/realtime/wire.ts'
import { brand } from '#shared/brand.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import { post, seeMatch, signIn } from '../support/browser/demo.ts'
import { arrived, hydrated } from '../support/browser/pages.ts'
import type { BrowserServer } from '../support/browser/server.ts'
import { controlled } from '../support/browser/service-worker.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'
import { receivedAt, subscribeAt } from '../support/push/browser.ts'
import { testVapid } from '../support/push/keys.ts'
import type { TestDevice } from '../support/push/device.ts'

test.describe.configure({ mode: 'default' })
test.use({ hasPush: true, serviceWorkers: 'allow', locale: 'en-GB', permissions: ['notifications'] })

const { t } = textsOf('en')
const likes = href(routes.likes, {}, { locale: 'en' })
const messages = href(routes.messages, {}, { locale: 'en' })
const settings = href(routes.mainSettings, {}, { locale: 'en', query: { section: 'notifications' } })

/** A match came up here, and the browser has not been asked about anything. */
const afterMatch = (page: Page) =>
  page.addInitScript(() => {
    if (!localStorage.getItem('visits'))
      localStorage.setItem('visits', JSON.stringify({ count: 1, usedAt: Date.now(), hasMatched: true }))
  })

/**
 * Browsers without a window have no push service, so the subscription comes from the one of the tests; and the headless shell grants no
 * page notifications, whatever its permissions say. The registration and the service worker are the browser's.
 */
async function withPushService(page: Page, { pushOrigin }: BrowserServer): Promise<TestDevice> {
  const device = await subscribeAt(pushOrigin, testVapid.VAPID_PUBLIC_KEY)
  await page.addInitScript((first) => {
    const name = 'test-subscribed'
    // A browser whose subscription has changed has another device.
    const { endpoint, p256dh, auth } = JSON.parse(localStorage.getItem('test-device') ?? 'null') ?? first
    const count = (key: string) => sessionStorage.setItem(key, String(Number(sessionStorage.getItem(key)) + 1))
    const subscription = (applicationServerKey: string) => ({
      endpoint,
      options: {
        applicationServerKey: Uint8Array.from(atob(applicationServerKey.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
          c.charCodeAt(0),
        ).buffer,
      },
      toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      unsubscribe: async () => (localStorage.removeItem(name), true),
    })
    Object.defineProperty(Notification, 'permission', { configurable: true, get: () => 'granted' })
    Notification.requestPermission = async () => (count('test-asked'), 'granted')
    Object.assign(PushManager.prototype, {
      getSubscription: async () => {
        const key = localStorage.getItem(name)
        return key === null ? null : subscription(key)
      },
      subscribe: async ({
        applicationServerKey,
        userVisibleOnly,
      }: {
        applicationServerKey: string
        userVisibleOnly: boolean
      }) => {
        if (!userVisibleOnly) throw new TypeError('each message must be visible')
        localStorage.setItem(name, applicationServerKey)
        return subscription(applicationServerKey)
      },
    })
  }, device)
  return device
}

const card = (page: Page) => page.getByRole('region', { name: t('push.card.title') })

async function openWith(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await hydrated(page)
  await controlled(page)
  // The page knows its worker from the next document on.
  await page.goto(path)
  await hydrated(page)
}

/** Hands a message to the service worker as the browser does after it has decrypted it. The page is one without our scripts. */
async function deliver(page: Page, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const registration = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => first && resolve(first.registrationId))
  })
  await session.send('ServiceWorker.enable')
  const { origin } = new URL(page.url())
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registration, data })
}

async function workerOf(context: BrowserContext): Promise<Worker> {
  const [worker] = context.serviceWorkers()
  return worker ?? context.waitForEvent('serviceworker')
}

/** The headless shell shows no notifications: there the worker keeps what it would show. */
async function keepShown(worker: Worker): Promise<void> {
  await worker.evaluate(() => {
    if (Notification.permission === 'granted') return
    const { registration } = globalThis as unknown as { registration: object }
    const kept = new Map<string, object>()
    Object.assign(registration, {
      showNotification: async (title: string, options: { tag: string }) => {
        kept.set(options.tag, { title, ...options, close: () => kept.delete(options.tag) })
      },
      getNotifications: async () => [...kept.values()],
    })
  })
}

/** What is on the screen, or on the lock screen. */
const shown = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }))
  })

/**
 * Ends the browser's subscription: the event names the next one, or the worker has to subscribe as before. Returns the statuses of what
 * the worker has sent to the server.
 */
const changeSubscription = (worker: Worker, device: TestDevice, way: 'named' | 'by the old one', isServerAway = false) =>
  worker.evaluate(
    async ([{ endpoint, p256dh, auth }, isNamed, key, isAway]) => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
      const next = { endpoint, toJSON: () => ({ endpoint, keys: { p256dh, auth } }), unsubscribe: async () => true }
      const options = { userVisibleOnly: true, applicationServerKey: key }
      Object.assign(registration.pushManager, {
        getSubscription: async () => null,
        subscribe: async (asked: object) => {
          if (asked !== options) throw new TypeError('other options')
          return next
        },
      })
      const statuses: number[] = []
      const send = globalThis.fetch
      globalThis.fetch = async (...args) => {
        const answer = isAway ? new Response(null, { status: 503 }) : await send(...args)
        statuses.push(answer.status)
        return answer
      }
      let work: Promise<unknown> = Promise.reject(new Error('nobody listens'))
      work.catch(() => {})
      const change = isNamed ? { newSubscription: next } : { oldSubscription: { options } }
      const waitUntil = (promise: Promise<unknown>) => (work = promise)
      dispatchEvent(Object.assign(new Event('pushsubscriptionchange'), { ...change, waitUntil }))
      await work
      globalThis.fetch = send
      return statuses
    },
    [device, way === 'named', testVapid.VAPID_PUBLIC_KEY, isServerAway] as const,
  )

/** Presses the notification that is shown. */
const press = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    const [notification] = await registration.getNotifications()
    // An event of a script may not prolong itself.
    dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => {} }))
  })

test('push messages are offered after a match, asked for at the press of the card, sent encrypted, shown without names, and lead to their page in the tab that is there', async ({
  page,
  context,
  browser,
  server,
}) => {
  const [robin, sasha, kim] = [await server.addMember('Robin'), await server.addMember('Sasha'), await server.addMember('Kim')]
  const answers: string[] = []
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      if (String(payload).includes(attentionEvent)) answers.push(String(payload))
    }),
  )
  const device = await withPushService(page, server)
  await afterMatch(page)
  await signIn(page, robin.email)
  await openWith(page, likes)

  await test.step('the card asks, and the browser does not', async () => {
    await expect(card(page)).toBeVisible()
    await arrived(card(page))
    expect(await violationsOf(page)).toEqual([])
    expect(await page.evaluate(() => sessionStorage.getItem('test-asked'))).toBeNull()
    await card(page)
      .getByRole('button', { name: t('push.card.action') })
      .click()
    await expect(card(page)).toHaveCount(0)
    await expect(page.locator('#main')).toBeFocused()
    expect(await page.evaluate(() => sessionStorage.getItem('test-asked'))).toBe('1')
  })

  const asSasha = await (await browser.newContext({ baseURL: server.url })).newPage()
  const asKim = await (await browser.newContext({ baseURL: server.url })).newPage()
  await signIn(asSasha, sasha.email)
  await signIn(asKim, kim.email)
  const sent = await test.step('a window with the focus needs none; without one the message is sent', async () => {
    await post(asKim, likeActions.like.path, { id: robin.id })
    await expect.poll(() => answers.length, { timeout: 30_000 }).toBeGreaterThan(0)
    await post(page, likeActions.like.path, { id: sasha.id })
    await page.goto('/licences.txt')
    const { conversationId = '' }: LikeAnswer = await (await post(asSasha, likeActions.like.path, { id: robin.id })).json()
    await expect.poll(async () => (await receivedAt(device.endpoint)).length, { timeout: 30_000 }).toBe(1)
    // Its moment would come over the page on which the message is pressed.
    await seeMatch(page.request, conversationId)
    const [message] = await receivedAt(device.endpoint)
    expect(message?.text).toContain(t('push.kind.match'))
    expect(message?.text).not.toContain('Sasha')
    return message?.text ?? ''
  })

  const bare = await context.newPage()
  await bare.goto('/licences.txt')
  const worker = await workerOf(context)
  await keepShown(worker)
  await test.step('the service worker shows it, one for each kind, without a name', async () => {
    await deliver(bare, sent)
    await deliver(bare, sent)
    const expected = { title: t('push.kind.match'), body: t('push.text'), tag: 'match' }
    await expect.poll(() => shown(worker)).toEqual([expected])
  })

  await test.step('a press closes it and opens the conversation in the tab that is there', async () => {
    await page.goto(likes)
    // Only a page that has come whole says that nobody types in it.
    await controlled(page)
    await press(worker)
    await page.waitForURL(({ pathname, searchParams }) => pathname === messages && searchParams.has('chat'))
    await expect(page.getByRole('heading', { name: 'Sasha' })).toBeVisible()
    await expect.poll(() => shown(worker)).toEqual([])
    expect(context.pages()).toHaveLength(2)
  })

  await test.step('a tab that is typed in stays, and the page opens in another one', async () => {
    await page.goto(href(routes.mainSettings, {}, { locale: 'en', query: { section: 'account' } }))
    await controlled(page)
    await page.getByLabel(t('settings.email.new')).fill('half.an.addr')
    await deliver(bare, sent)
    await expect.poll(async () => (await shown(worker)).length).toBe(1)
    // An event of a script may not open windows.
    await worker.evaluate(() => {
      const { clients } = globalThis as unknown as { clients: { openWindow: unknown } }
      clients.openWindow = async (url: string) => void Object.assign(globalThis, { openedAt: url })
    })
    await press(worker)
    await expect.poll(() => worker.evaluate(() => (globalThis as { openedAt?: string }).openedAt ?? '')).toContain(messages)
    await expect(page.getByLabel(t('settings.email.new'))).toHaveValue('half.an.addr')
  })

  await test.step('what is not of this build is shown, too, once', async () => {
    const other = async () => (await shown(worker)).filter(({ tag }) => tag === 'other')
    await deliver(bare, 'not one of ours')
    await expect.poll(other).toEqual([{ title: brand.name, body: '', tag: 'other' }])
    await deliver(bare, JSON.stringify({ kind: 'of-a-newer-build', locale: 'en', title: 'New', text: 'Open Kismet.' }))
    await expect.poll(other).toEqual([{ title: 'New', body: 'Open Kismet.', tag: 'other' }])
  })
  expect((await receivedAt(device.endpoint)).length, 'what the window has shown was never sent').toBe(1)
})

test('“not now” hides the card on all pages, and the browser was never asked', async ({ page, server }) => {
  await withPushService(page, server)
  await afterMatch(page)
  await signIn(page, (await server.addMember('Robin')).email)
  await openWith(page, likes)
  await card(page)
    .getByRole('button', { name: t('push.card.later') })
    .click()
  await expect(card(page)).toHaveCount(0)
  await page.goto(href(routes.visitors, {}, { locale: 'en' }))
  await hydrated(page)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('push-refused'))).toContain('"count":1')
  await expect(card(page)).toHaveCount(0)
  expect(await page.evaluate(() => sessionStorage.getItem('test-asked'))).toBeNull()
})

/** Chromium offers the installation of the app; nobody presses it here. */
const offerApp = (page: Page) =>
  page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      if (document.readyState === 'interactive') dispatchEvent(new Event('beforeinstallprompt', { cancelable: true }))
    })
  })

const installCard = (page: Page) => page.getByRole('region', { name: t('install.title') })

/** How many cards of offers this page has shown at once, at most. */
const watchCards = (page: Page) =>
  page.addInitScript(
    (names) => {
      const name = 'test-most-cards'
      const count = () => {
        const shown = [...document.querySelectorAll('section[aria-labelledby] h2')].filter(({ textContent }) =>
          names.includes(textContent ?? ''),
        ).length
        sessionStorage.setItem(name, String(Math.max(shown, Number(sessionStorage.getItem(name)))))
      }
      new MutationObserver(count).observe(document, { childList: true, subtree: true })
    },
    [t('push.card.title'), t('install.title')],
  )

/** The member comes back after a pause of an hour. */
const beginVisit = (page: Page) =>
  page.evaluate((hour) => {
    const visits = JSON.parse(localStorage.getItem('visits') ?? '{}') as { usedAt: number }
    localStorage.setItem('visits', JSON.stringify({ ...visits, usedAt: visits.usedAt - hour }))
  }, 60 * 60_000)

const visitsOf = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('visits') ?? '{}') as { count?: number }).count)

test('after the first match push messages are offered first, the app in the next visit, and never both', async ({
  page,
  server,
}) => {
  await withPushService(page, server)
  await offerApp(page)
  await watchCards(page)
  await afterMatch(page)
  await signIn(page, (await server.addMember('Robin')).email)
  await openWith(page, likes)
  await expect(card(page)).toBeVisible()
  await expect(installCard(page)).toHaveCount(0)
  await card(page)
    .getByRole('button', { name: t('push.card.action') })
    .click()
  await expect(card(page)).toHaveCount(0)

  const visitors = href(routes.visitors, {}, { locale: 'en' })
  await page.goto(visitors)
  await hydrated(page)
  await expect.poll(() => visitsOf(page)).toBe(1)
  await expect(installCard(page), 'not in the visit of the answer').toHaveCount(0)
  await beginVisit(page)
  await page.goto(likes)
  await expect(installCard(page)).toBeVisible()
  await expect(card(page)).toHaveCount(0)
  await installCard(page)
    .getByRole('button', { name: t('install.later') })
    .click()
  await expect(installCard(page)).toHaveCount(0)
  await beginVisit(page)
  await page.goto(visitors)
  await hydrated(page)
  await expect.poll(() => visitsOf(page)).toBe(3)
  await expect(card(page), 'they are on').toHaveCount(0)
  await expect(installCard(page)).toHaveCount(0)
  expect(await page.evaluate(() => sessionStorage.getItem('test-most-cards'))).toBe('1')
})

test('where push messages are forbidden, only the app is offered', async ({ page, server }) => {
  await withPushService(page, server)
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }))
  await offerApp(page)
  await watchCards(page)
  await afterMatch(page)
  await signIn(page, (await server.addMember('Robin')).email)
  await openWith(page, likes)
  await expect(installCard(page)).toBeVisible()
  await expect(card(page)).toHaveCount(0)
  expect(await page.evaluate(() => sessionStorage.getItem('test-most-cards'))).toBe('1')
})

/** Signs in, turns messages on in the settings, and leaves the app. Returns its service worker. */
async function turnOnAs({ email }: { email: string }, page: Page, context: BrowserContext): Promise<Worker> {
  await signIn(page, email)
  await openWith(page, settings)
  const section = page.getByRole('region', { name: t('push.device.title') })
  await section.getByRole('button', { name: t('push.device.turnOn'), exact: true }).click()
  await expect(section.getByText(t('push.device.on'), { exact: true })).toBeVisible()
  await page.goto('/licences.txt')
  return workerOf(context)
}

type Like = { member: { email: string }; liked: { id: string } }

/** A member likes another one, from a browser of their own. */
async function likeAs(browser: Browser, server: BrowserServer, { member, liked }: Like): Promise<void> {
  const other = await browser.newContext({ baseURL: server.url })
  const page = await other.newPage()
  await signIn(page, member.email)
  await post(page, likeActions.like.path, { id: liked.id })
  await other.close()
}

const countAt = async ({ endpoint }: TestDevice) => (await receivedAt(endpoint)).length

test('when the browser changes its subscription, its worker signs the next one up, and messages go there', async ({
  page,
  context,
  browser,
  server,
}) => {
  const [robin, kim, sasha] = [await server.addMember('Robin'), await server.addMember('Kim'), await server.addMember('Sasha')]
  const first = await withPushService(page, server)
  const worker = await turnOnAs(robin, page, context)
  const likeFrom = (member: { email: string }) => likeAs(browser, server, { member, liked: robin })

  const second = await subscribeAt(server.pushOrigin, testVapid.VAPID_PUBLIC_KEY)
  const named = await changeSubscription(worker, second, 'named')
  expect(named).toEqual([200])
  await post(page, likeActions.like.path, { id: kim.id })
  await likeFrom(kim)
  await expect.poll(() => countAt(second), { timeout: 30_000 }).toBe(1)

  const third = await subscribeAt(server.pushOrigin, testVapid.VAPID_PUBLIC_KEY)
  expect(await changeSubscription(worker, third, 'by the old one'), 'with the key of the old one').toEqual([200])
  await likeFrom(sasha)
  await expect.poll(() => countAt(third), { timeout: 30_000 }).toBe(1)
  expect([await countAt(first), await countAt(second)]).toEqual([0, 1])

  await post(page, sessionActions.signOut.path, {})
  const last = await subscribeAt(server.pushOrigin, testVapid.VAPID_PUBLIC_KEY)
  expect(await changeSubscription(worker, last, 'named'), 'nobody is signed in').toEqual([401])
  expect(await changeSubscription(worker, last, 'named'), 'nobody has asked for messages here any more').toEqual([])
})

/** Wakes the worker as the browser does once there is a connection, with the subscription that the browser has now. */
const wakeFor = (worker: Worker, { endpoint, p256dh, auth }: TestDevice) =>
  worker.evaluate(
    async (keys) => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
      const next = { endpoint: keys.endpoint, toJSON: () => ({ endpoint: keys.endpoint, keys }), unsubscribe: async () => true }
      Object.assign(registration.pushManager, { getSubscription: async () => next })
      let work: Promise<unknown> = Promise.reject(new Error('nobody listens'))
      work.catch(() => {})
      dispatchEvent(Object.assign(new Event('sync'), { tag: 'push', waitUntil: (promise: Promise<unknown>) => (work = promise) }))
      await work
    },
    { endpoint, p256dh, auth },
  )

test('a change that the server could not be told of is told by a background sync, or by the next page', async ({
  page,
  context,
  browser,
  server,
}) => {
  const [robin, kim, sasha] = [await server.addMember('Robin'), await server.addMember('Kim'), await server.addMember('Sasha')]
  await withPushService(page, server)
  const worker = await turnOnAs(robin, page, context)
  const likeFrom = (member: { email: string }) => likeAs(browser, server, { member, liked: robin })

  const second = await subscribeAt(server.pushOrigin, testVapid.VAPID_PUBLIC_KEY)
  expect(await changeSubscription(worker, second, 'named', true)).toEqual([503])
  await wakeFor(worker, second)
  await likeFrom(kim)
  await expect.poll(() => countAt(second), { timeout: 30_000 }).toBe(1)

  const third = await subscribeAt(server.pushOrigin, testVapid.VAPID_PUBLIC_KEY)
  expect(await changeSubscription(worker, third, 'named', true)).toEqual([503])
  await page.evaluate((device) => localStorage.setItem('test-device', JSON.stringify(device)), third)
  const told = page.waitForResponse((response) => response.url().endsWith(pushActions.subscribe.path))
  await page.goto(likes)
  expect((await told).status()).toBe(200)
  await page.goto('/licences.txt')
  // Another kind: two of one are a while apart.
  await post(page, likeActions.like.path, { id: sasha.id })
  await likeFrom(sasha)
  await expect.poll(() => countAt(third), { timeout: 30_000 }).toBe(1)
})

test('a match on another device is a reason to ask here, once its list was seen', async ({ page, browser, server }) => {
  const [robin, kim] = [await server.addMember('Robin'), await server.addMember('Kim')]
  const asKim = await (await browser.newContext({ baseURL: server.url })).newPage()
  await signIn(asKim, kim.email)
  await post(asKim, likeActions.like.path, { id: robin.id })
  const elsewhere = await (await browser.newContext({ baseURL: server.url })).newPage()
  await signIn(elsewhere, robin.email)
  await post(elsewhere, likeActions.like.path, { id: kim.id })

  await withPushService(page, server)
  await signIn(page, robin.email)
  const visitors = href(routes.visitors, {}, { locale: 'en' })
  await openWith(page, visitors)
  await expect.poll(() => visitsOf(page)).toBe(1)
  await expect(card(page)).toHaveCount(0)
  await page.goto(likes)
  await hydrated(page)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('visits'))).toContain('"hasListed":true')
  await page.goto(visitors)
  await expect(card(page)).toBeVisible()
})

test('the settings turn them on and off for this device and by kind, and a sign-out ends them', async ({ page, server }) => {
  await withPushService(page, server)
  await signIn(page, (await server.addMember('Robin')).email)
  await openWith(page, settings)
  const section = page.getByRole('region', { name: t('push.device.title') })
  const button = (name: 'turnOn' | 'turnOff') => section.getByRole('button', { name: t(`push.device.${name}`), exact: true })
  await button('turnOn').click()
  await expect(section.getByText(t('push.device.on'), { exact: true })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])

  const box = page.getByRole('checkbox', {
    name: t('settings.notifications.kinds.cell', {
      kind: t('settings.notifications.kind.match.name'),
      channel: t('settings.notifications.kinds.push').toLowerCase(),
    }),
  })
  await expect(box).toBeChecked()
  await box.uncheck()
  await expect(page.getByText(t('settings.notifications.kinds.saved'))).toBeVisible()
  await page.reload()
  await hydrated(page)
  await expect(box).not.toBeChecked()
  await expect(section.getByText(t('push.device.on'), { exact: true })).toBeVisible()

  await button('turnOff').click()
  await expect(section.getByText(t('push.device.off'), { exact: true })).toBeVisible()
  await button('turnOn').click()
  await expect(section.getByText(t('push.device.on'), { exact: true })).toBeVisible()
  await page
    .getByRole('button', { name: t('common.nav.signOut') })
    .first()
    .click()
  await page.waitForURL((url) => !url.pathname.includes('settings'))
  await expect.poll(() => page.evaluate(() => localStorage.getItem('test-subscribed'))).toBeNull()
})
