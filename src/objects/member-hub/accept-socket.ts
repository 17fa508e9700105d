import { originHeader, packedHeader, sessionHeader, switchProtocols, tabHeader } from '#features/member-hub/server/upgrade.ts'
import type { HubParts } from './parts.ts'

/** Accepts a socket that the edge has checked (session, Origin). */
export function acceptSocket(
  {
    connections,
    lifecycle,
    notifications,
    visibility,
    pageReads,
  }: Pick<HubParts, 'connections' | 'lifecycle' | 'notifications' | 'visibility' | 'pageReads'>,
  request: Request,
): Response {
  const sid = request.headers.get(sessionHeader)
  if (!sid || request.headers.get('upgrade') !== 'websocket') return new Response(null, { status: 426 })
  const { 0: client, 1: server } = new WebSocketPair()
  notifications.keepOrigin(request.headers.get(originHeader) ?? '')
  const refused = lifecycle.refusal(sid)
  const [shows, read] = [visibility.read(), pageReads.find(sid, Date.now())]
  const connection = connections.accept(
    server,
    { sid, tab: request.headers.get(tabHeader) ?? '', isPacked: request.headers.has(packedHeader) },
    Date.now(),
  )
  if (refused) connection.close(refused.code, refused.reason)
  else lifecycle.socketOpened()
  return switchProtocols(client, shows, shows !== null && shows === read?.showsOnline)
}
