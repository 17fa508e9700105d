/** Names the session that opens a connection, between the edge and the hub. */
export const sessionHeader = 'x-kismet-session'

/** On the way back: whether the hub believes that the member's presence shows, '1' or '0'; '' when it does not know. */
export const visibilityHeader = 'x-kismet-shows-online'

/** The address by which the browser came, for links in emails where none is configured. */
export const originHeader = 'x-kismet-origin'

/** Present when frames that are sent together may travel as one. */
export const packedHeader = 'x-kismet-packed'

/** Answers an upgrade with the client's end of the socket. `shows`: what the hub knows of the member's visibility. */
export function switchProtocols(client: WebSocket, shows: boolean | null): Response {
  const headers = { [visibilityHeader]: shows === null ? '' : shows ? '1' : '0' }
  return new Response(null, { status: 101, webSocket: client, headers })
}
