/** Passes the session that opens a connection from the edge to the hub. */
export const sessionHeader = 'x-kismet-session'

/** In the response: the hub's visibility of the member, '1' or '0'; '' if unknown. */
export const visibilityHeader = 'x-kismet-shows-online'

/** In the response: '1' if a page has just read from D1 that the member may act, and the hub knows their visibility from there. */
export const readHeader = 'x-kismet-read'

/** The origin that the browser used, for links in emails if none is configured. */
export const originHeader = 'x-kismet-origin'

/** Present if frames that are sent together may be packed into one. */
export const packedHeader = 'x-kismet-packed'

/** The page that the connection belongs to; '' if it names none. */
export const tabHeader = 'x-kismet-tab'

/** Answers an upgrade with the client's end of the socket. `shows`: the hub's visibility of the member. `isRead`: see `readHeader`. */
export function switchProtocols(client: WebSocket, shows: boolean | null, isRead: boolean): Response {
  const headers = { [visibilityHeader]: shows === null ? '' : shows ? '1' : '0', [readHeader]: isRead ? '1' : '' }
  return new Response(null, { status: 101, webSocket: client, headers })
}
