import app, { Encounter as Meeting, Matchmaker as Queue, MemberHub as Hub } from '#worker/index.ts'
import type { Env } from '#server/env.ts'
import type { SecrecyCall, Value } from '../call.ts'

/**
 * Stands in front of the built worker while it is recorded, with a way to the objects' storage. Its import is pointed at the
 * build (test/support/worker-entry.ts), so that everything else is what production runs.
 */
export * from '#worker/index.ts'

const run = ({ sql }: DurableObjectStorage, query: string, bindings: readonly Value[]) => sql.exec(query, ...bindings).toArray()

export class MemberHub extends Hub {
  sql(query: string, bindings: readonly Value[]) {
    return run(this.ctx.storage, query, bindings)
  }
}

export class Matchmaker extends Queue {
  sql(query: string, bindings: readonly Value[]) {
    return run(this.ctx.storage, query, bindings)
  }
}

export class Encounter extends Meeting {
  sql(query: string, bindings: readonly Value[]) {
    return run(this.ctx.storage, query, bindings)
  }

  restart(): void {
    this.ctx.abort('recording')
  }

  ring(): Promise<void> {
    return this.alarm()
  }
}

type SecrecyEnv = Omit<Env, 'MEMBER_HUB' | 'MATCHMAKER' | 'ENCOUNTER'> & {
  MEMBER_HUB: DurableObjectNamespace<MemberHub>
  MATCHMAKER: DurableObjectNamespace<Matchmaker>
  ENCOUNTER: DurableObjectNamespace<Encounter>
}

export default {
  ...app,
  async fetch(request, env, context) {
    if (new URL(request.url).pathname !== '/secrecy') return app.fetch(request, env, context)
    return Response.json((await answer(await request.json<SecrecyCall>(), env)) ?? {})
  },
} satisfies ExportedHandler<SecrecyEnv>

async function answer(call: SecrecyCall, env: SecrecyEnv): Promise<unknown> {
  switch (call.call) {
    case 'sql':
      return objectOf(call, env).sql(call.query, call.bindings)
    case 'open':
      return env.ENCOUNTER.getByName(call.id).view(call.member)
    case 'restart':
      // The call ends with the object.
      return env.ENCOUNTER.getByName(call.id)
        .restart()
        .catch(() => {})
    case 'ring':
      return env.ENCOUNTER.getByName(call.id).ring()
    case 'seat':
      return env.MEMBER_HUB.getByName(call.member).readSeat()
    case 'stop':
      return env.MEMBER_HUB.getByName(call.member).stopEncounters()
    default:
      return call satisfies never
  }
}

function objectOf({ kind, id }: Extract<SecrecyCall, { call: 'sql' }>, env: SecrecyEnv) {
  if (kind === 'hub') return env.MEMBER_HUB.getByName(id)
  return kind === 'encounter' ? env.ENCOUNTER.getByName(id) : env.MATCHMAKER.getByName(id)
}
