/** Carries the session that opens a connection, from the edge to the hub. */
export const sessionHeader = 'x-kismet-session'

/** On the way back: the member's visibility as the hub knows it, '1' or '0'; '' when unknown. */
export const visibilityHeader = 'x-kismet-shows-online'

/** The origin that the browser used, for links in emails where none is configured. */
export const originHeader = 'x-kismet-origin'

/** Present when frames that are sent together may travel as one. */
export const packedHeader = 'x-kismet-packed'

/** Answers an upgrade with the client's end of the socket. `shows`: the member's visibility as the hub knows it. */
export function switchProtocols(client: WebSocket, shows: boolean | null): Response {
  const headers = { [visibilityHeader]: shows === null ? '' : shows ? '1' : '0' }
  return new Response(null, { status: 101, webSocket: client, headers })
}
