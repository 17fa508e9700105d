import { realtimeActions } from '#features/member-hub/contract.ts'
import type { BrowserContext, Page } from '@playwright/test'

declare global {
  interface Window {
    transport: { isBlocked: boolean; sockets: WebSocket[] }
  }
}

/** On every following page, WebSockets fail while `window.transport` blocks them, as behind some proxies. */
export async function addSocketSwitch(pages: Page | BrowserContext, { isBlocked }: { isBlocked: boolean }): Promise<void> {
  await pages.addInitScript((blocked) => {
    window.transport = { isBlocked: blocked, sockets: [] }
    const Real = window.WebSocket
    window.WebSocket = class extends Real {
      constructor(url: string | URL) {
        const address = new URL(url)
        if (window.transport.isBlocked) address.pathname += '-behind-a-proxy'
        super(address)
        window.transport.sockets.push(this)
      }
    }
  }, isBlocked)
}

/** Puts a switch between the page and its WebSockets. */
export async function controlSockets(page: Page, { isBlocked }: { isBlocked: boolean }) {
  await addSocketSwitch(page, { isBlocked })
  return {
    /** Closes open ones and refuses others from now on. */
    async block() {
      await page.evaluate(() => {
        window.transport.isBlocked = true
        for (const socket of window.transport.sockets.splice(0)) socket.close(3001)
      })
    },
    /** Allows WebSockets again and reports the network as back. */
    async unblock() {
      await page.evaluate(() => {
        window.transport.isBlocked = false
        window.dispatchEvent(new Event('online'))
      })
    },
  }
}

/** Holds the page's connection back until the returned function releases it. */
export async function holdSockets(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.routeWebSocket(/\/realtime\?/, async (route) => {
    await promise
    route.connectToServer()
  })
  return resolve
}

/** Everything that polling sends and receives, and everything that WebSockets send. */
export function listen(page: Page) {
  const heard = { polled: [] as string[], answered: [] as string[], sockets: [] as string[] }
  page.on('request', (request) => {
    if (request.url().endsWith(realtimeActions.poll.path)) heard.polled.push(request.postData() ?? '')
  })
  page.on('response', (response) => {
    if (!response.url().endsWith(realtimeActions.poll.path)) return
    // A call interrupted by a navigation has no body.
    response.text().then(
      (text) => heard.answered.push(text),
      () => {},
    )
  })
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => heard.sockets.push(String(payload))))
  return heard
}
