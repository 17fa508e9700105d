import type { Env } from '#server/env.ts'

/** Names the session that opens a connection, between the edge and the hub. */
export const sessionHeader = 'x-kismet-session'

/** On the way back: whether the hub believes that the member's presence shows, '1' or '0'; '' when it does not know. */
export const visibilityHeader = 'x-kismet-shows-online'

/** The address by which the browser came, for links in letters where none is configured. */
export const originHeader = 'x-kismet-origin'

/** Present when frames that are sent together may travel as one. */
export const packedHeader = 'x-kismet-packed'

/** Hands a WebSocket upgrade over to the member's hub. The caller has checked session and Origin. */
export function connectMember(
  env: Pick<Env, 'MEMBER_HUB'>,
  memberId: string,
  sid: string,
  { origin, isPacked }: { origin: string; isPacked: boolean },
): Promise<Response> {
  const packed: Record<string, string> = isPacked ? { [packedHeader]: '1' } : {}
  const headers = { upgrade: 'websocket', [sessionHeader]: sid, [originHeader]: origin, ...packed }
  return env.MEMBER_HUB.getByName(memberId).fetch('https://hub/', { headers })
}
