import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { deletions, members, profiles } from '#db/schema.ts'
import { purgeAccounts } from '#worker/purge/purge-accounts.ts'
import type { Env } from '#server/env.ts'
import { db } from './members.ts'
import { watchedDatabase } from './watched-database.ts'

export const dayMs = 24 * 60 * 60_000

/**
 * Marks an account as deleted, `agoMs` before now. A real deletion ends sessions, carts and bookings too; here they stay, so that
 * the purge has everything to delete by itself.
 */
export async function deleteAccount(memberId: string, agoMs = 0): Promise<void> {
  const requestedAt = Date.now() - agoMs
  const [row] = await db.select({ state: members.state }).from(members).where(eq(members.id, memberId))
  if (!row || row.state === 'deleted') throw new Error('There is no such account to delete')
  await db.batch([
    db.insert(deletions).values({
      memberId,
      requestedAt,
      by: 'member',
      hidesAt: requestedAt,
      purgeAt: requestedAt + 30 * dayMs,
      formerState: row.state,
    }),
    db.update(members).set({ state: 'deleted' }).where(eq(members.id, memberId)),
    db.update(profiles).set({ discoverable: false }).where(eq(profiles.memberId, memberId)),
  ])
}

/** Runs the cron's job until nothing is due; returns the number of runs. */
export async function purgeAll(now: number, bindings: Env = env): Promise<number> {
  for (let runs = 1; runs < 100; runs += 1) if ((await purgeAccounts(bindings, now)).rows === 0) return runs
  throw new Error('The purge does not end')
}

/** Bindings of an isolate that dies after this many calls to stores. */
export function mortalEnv(most: number): { env: Env; isDead: () => boolean } {
  let calls = 0
  const guard = async (call: () => unknown): Promise<unknown> => {
    calls += 1
    if (calls > most) throw new Error('the isolate is dead')
    return call()
  }
  const guarded = <Binding extends object>(binding: Binding): Binding =>
    new Proxy(binding, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        // A stub's own methods are calls without a prototype to apply them to.
        if (name === 'getByName') return (id: string) => guarded(Reflect.apply(value, target, [id]) as object)
        return (...args: unknown[]) =>
          guard(() => (target as Record<PropertyKey, (...given: unknown[]) => unknown>)[name]?.(...args))
      },
    })
  const { MEMBER_HUB, CONVERSATION, PHOTOS, EXPORTS, DELETIONS, MAIL } = env
  const stores = { MEMBER_HUB, CONVERSATION, PHOTOS, EXPORTS, DELETIONS, MAIL }
  const wrapped = Object.fromEntries(Object.entries(stores).map(([name, binding]) => [name, guarded<object>(binding)]))
  return { env: { ...env, ...wrapped, DB: watchedDatabase((call) => guard(call)) }, isDead: () => calls > most }
}
