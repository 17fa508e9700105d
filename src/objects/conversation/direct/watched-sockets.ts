import { closeCodes } from '#shared/realtime/wire.ts'
import type { WatchedSockets } from '../pair-access.ts'
import type { DirectSockets } from './direct-sockets.ts'

/** Lets an answer of D1 about the pair also close sockets whose hub has not done it. */
export function watchedBy(sockets: DirectSockets): WatchedSockets {
  return {
    sids: () => sockets.sids(),
    lostAccess: (member) => sockets.end(member, { sid: null, code: closeCodes.forbidden, reason: 'restricted' }),
    sessionEnded(sid) {
      const end = { sid, code: closeCodes.unauthorized, reason: 'session ended' }
      for (const member of sockets.members()) sockets.end(member, end)
    },
  }
}
