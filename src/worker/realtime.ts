import { realtimeActions } from '#features/member-hub/contract.ts'
import { connectMember, visibilityHeader } from '#features/member-hub/server/public.ts'
import { AppError } from '#shared/errors.ts'
import { closeCodes, packedParameter } from '#shared/realtime/wire.ts'
import { publicOrigin } from '#server/origin.ts'
import { createRouter } from '#server/actions/router.ts'
import { checkAccountStatus } from './account-status.ts'

/**
 * GET /realtime: passes the socket to the member's own object. Browsers send cookies with WebSockets opened by any site, so the
 * Origin must be ours. A guest's socket is closed with 4401, because a page cannot read the status of a refused upgrade.
 */
export const realtimeRoutes = createRouter()
  // Few browsers poll, so most isolates never evaluate this.
  .post(realtimeActions.poll.path, async (c) => (await import('./realtime-poll.ts')).handlePoll(c))
  .get('/realtime', async (c) => {
    if (c.req.header('upgrade')?.toLowerCase() !== 'websocket')
      throw new AppError('A WebSocket is expected here', { status: 426, code: 'invalid' })
    const origin = publicOrigin(c.env, c.req.url)
    if (c.req.header('origin') !== origin)
      throw new AppError('The request comes from another site', { status: 403, code: 'forbidden' })
    const session = c.get('session')
    if (session?.kind !== 'member') return refuseGuest()
    const answer = await connectMember(c.env, session.sub, session.sid, {
      origin,
      isPacked: c.req.query(packedParameter) !== undefined,
    })
    const known = answer.headers.get(visibilityHeader)
    // Runs after the hub accepted the socket: it sees earlier restrictions, and later ones close the socket.
    await checkAccountStatus(c, session, known ? known === '1' : null)
    // A copy of the response, because headers are added to it on the way out.
    return new Response(null, { status: answer.status, webSocket: answer.webSocket })
  })

function refuseGuest(): Response {
  const { 0: client, 1: server } = new WebSocketPair()
  server.accept()
  server.close(closeCodes.unauthorized, 'sign in first')
  return new Response(null, { status: 101, webSocket: client })
}
