import { runInDurableObject } from 'cloudflare:test'
import type { Env } from '#server/env.ts'
import { encounterOf, inEncounter } from './encounter.ts'
import { eventually } from './realtime-client.ts'

/** A match that is being written. `lost`: the request never reached D1. */
export type HeldMatch = { until: 'before' | 'written'; release(outcome?: 'lost'): void }

/**
 * Holds the next match of an encounter: `before` D1 has it, or once it is `written` but not yet known to anyone. Meanwhile the
 * encounter is `deciding`. Only for an object that continues without a restart.
 */
export async function holdMatch(id: string, until: HeldMatch['until']): Promise<HeldMatch> {
  const gate = Promise.withResolvers<void>()
  await runInDurableObject(encounterOf(id), (instance) => {
    const bindings: Env = Reflect.get(instance, 'env')
    const { DB } = bindings
    const held: D1Database['batch'] = async <Row>(statements: D1PreparedStatement[]) => {
      Reflect.set(bindings, 'DB', DB)
      if (until === 'before') await gate.promise
      const answer = await DB.batch<Row>(statements)
      if (until === 'written') await gate.promise
      return answer
    }
    const batch = { get: (of: D1Database, name: keyof D1Database) => (name === 'batch' ? held : of[name].bind(of)) }
    Reflect.set(bindings, 'DB', new Proxy(DB, batch))
  })
  return {
    until,
    release: (outcome) => (outcome === 'lost' ? gate.reject(new Error('D1 is away')) : gate.resolve()),
  }
}

/** Both have said yes, and their match is held. */
export const untilDeciding = (id: string) =>
  eventually(async () => (await inEncounter(id, 'SELECT phase FROM encounter'))[0]?.['phase'] === 'deciding', 'a decision')
