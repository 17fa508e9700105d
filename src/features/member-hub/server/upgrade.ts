import type { Env } from '#worker/http/env.ts'

/** Names the session that opens a connection, between the edge and the hub. */
export const sessionHeader = 'x-kismet-session'

/** On the way back: whether the hub believes that the member's presence shows, '1' or '0'; '' when it does not know. */
export const visibilityHeader = 'x-kismet-shows-online'

/** Hands a WebSocket upgrade over to the member's hub. The caller has checked session and Origin. */
export function connectMember(env: Pick<Env, 'MEMBER_HUB'>, memberId: string, sid: string): Promise<Response> {
  return env.MEMBER_HUB.getByName(memberId).fetch('https://hub/', { headers: { upgrade: 'websocket', [sessionHeader]: sid } })
}
