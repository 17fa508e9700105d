import { realtimeActions } from '#features/member-hub/contract.ts'
import { connectConversation } from '#features/chat/server/public.ts'
import { connectMember, readHeader, visibilityHeader } from '#features/member-hub/server/public.ts'
import { AppError } from '#shared/errors.ts'
import {
  directSocketRoute,
  isConversationId,
  isTab,
  memberParameter,
  tabParameter,
} from '#shared/realtime/direct/direct-socket.ts'
import { isEncounterId } from '#shared/realtime/encounter-id.ts'
import { closeCodes, packedParameter } from '#shared/realtime/wire.ts'
import type { AppContext } from '#server/context.ts'
import { publicOrigin } from '#server/origin.ts'
import { createRouter } from '#server/actions/router.ts'
import { checkAccountStatus } from './account-status.ts'

/**
 * GET /realtime passes the socket to the member's own object, and GET /realtime/conversations/{id} to a conversation. A guest's
 * socket is closed with 4401, because a page cannot read the status of a refused upgrade.
 */
export const realtimeRoutes = createRouter()
  // Few browsers poll, so most isolates never evaluate this.
  .post(realtimeActions.poll.path, async (c) => (await import('./realtime-poll.ts')).handlePoll(c))
  .get('/realtime', async (c) => {
    const origin = requireOwnPage(c)
    const session = c.get('session')
    if (session?.kind !== 'member') return refuse(closeCodes.unauthorized, 'sign in first')
    const answer = await connectMember(c.env, session.sub, session.sid, {
      origin,
      tab: tabOf(c),
      isPacked: c.req.query(packedParameter) !== undefined,
    })
    const known = answer.headers.get(visibilityHeader)
    // Runs after the hub accepted the socket: it sees earlier restrictions, and later ones close the socket.
    if (answer.headers.get(readHeader) !== '1') await checkAccountStatus(c, session, known ? known === '1' : null)
    return passOn(answer)
  })
  .get(directSocketRoute, async (c) => {
    requireOwnPage(c)
    const session = c.get('session')
    if (session?.kind !== 'member') return refuse(closeCodes.unauthorized, 'sign in first')
    // Someone else has signed in since the page was loaded. They may be in the same conversation.
    if (c.req.query(memberParameter) !== session.sub) return refuse(closeCodes.forbidden, 'another member')
    const conversation = c.req.param('conversation')
    // Strangers meet through their hubs alone.
    if (!isConversationId(conversation) || isEncounterId(conversation)) return refuse(closeCodes.forbidden, 'forbidden')
    const visitor = { memberId: session.sub, sid: session.sid, tab: tabOf(c) }
    return passOn(await connectConversation(c.env, conversation, visitor))
  })

/** Browsers send cookies with WebSockets opened by any site, so the Origin must be ours. Returns it. */
function requireOwnPage(c: AppContext): string {
  if (c.req.header('upgrade')?.toLowerCase() !== 'websocket')
    throw new AppError('A WebSocket is expected here', { status: 426, code: 'invalid' })
  const origin = publicOrigin(c.env, c.req.url)
  if (c.req.header('origin') !== origin)
    throw new AppError('The request comes from another site', { status: 403, code: 'forbidden' })
  return origin
}

function tabOf(c: AppContext): string {
  const tab = c.req.query(tabParameter)
  return isTab(tab) ? tab : ''
}

/** A copy of the response, because headers are added to it on the way out. */
function passOn({ status, webSocket }: Response): Response {
  return new Response(null, { status, webSocket })
}

function refuse(code: number, reason: string): Response {
  const { 0: client, 1: server } = new WebSocketPair()
  server.accept()
  server.close(code, reason)
  return new Response(null, { status: 101, webSocket: client })
}
