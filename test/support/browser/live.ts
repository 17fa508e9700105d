import { sessionActions } from '#features/auth/contract.ts'
import type { Page, WebSocketRoute } from '@playwright/test'
import { channelName, type NotificationPayload } from '#shared/realtime/wire.ts'

/** Opens a page with a live connection and sends what the server would: for events that nothing sends yet. */
export async function openLive(page: Page, path: string): Promise<(payload: Partial<NotificationPayload>) => void> {
  let line: WebSocketRoute | null = null
  await page.routeWebSocket(/\/realtime\?/, (route) => {
    line = route
    route.connectToServer()
  })
  const joined = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'))
  await page.goto(path)
  await joined
  const session = (await (await page.request.get(sessionActions.current.path)).json()) as { user: { id: string } }
  return (payload) => {
    const data = { id: crypto.randomUUID(), kind: 'message', title: 'Dana', message: 'Hello', ...payload }
    line?.send(JSON.stringify({ event: 'notification', channel: channelName.member(session.user.id), data }))
  }
}
