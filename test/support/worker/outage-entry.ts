import app, { Conversation as Log } from '#worker/index.ts'
import type { Env } from '#server/env.ts'

/**
 * Wraps the built worker in browser tests: `POST /outage` takes D1 away from it and from all objects, or restores it. Its import
 * is pointed at the build (test/support/worker-entry.ts).
 */
export * from '#worker/index.ts'

export class Conversation extends Log {
  /** It forgets D1's earlier answers. */
  restart(): void {
    this.ctx.abort('outage')
  }
}

type OutageEnv = Omit<Env, 'CONVERSATION'> & { CONVERSATION: DurableObjectNamespace<Conversation> }

let isAway = false
let isGuarded = false

/** All bindings of D1 share their prototypes, including those of objects. */
function guard(db: D1Database): void {
  if (isGuarded) return
  isGuarded = true
  const statement = db.prepare('select 1')
  for (const name of ['all', 'first', 'raw', 'run']) failWhileAway(Object.getPrototypeOf(statement), name)
  failWhileAway(Object.getPrototypeOf(db), 'batch')
}

function failWhileAway(target: object, name: string): void {
  const real: unknown = Reflect.get(target, name)
  if (typeof real !== 'function') throw new Error(`D1 has no ${name}`)
  Reflect.set(target, name, async function (this: unknown, ...args: unknown[]): Promise<unknown> {
    if (isAway) throw new Error('D1_ERROR: Network connection lost.')
    return Reflect.apply(real, this, args)
  })
}

export default {
  ...app,
  async fetch(request, env, context) {
    guard(env.DB)
    if (new URL(request.url).pathname !== '/outage') return app.fetch(request, env, context)
    const wanted = await request.json<{ isAway: boolean; conversation: string }>()
    isAway = wanted.isAway
    // The call ends with the object.
    if (isAway)
      await env.CONVERSATION.getByName(wanted.conversation)
        .restart()
        .catch(() => {})
    return new Response()
  },
} satisfies ExportedHandler<OutageEnv>
