import { openDatabase } from '#db/database.ts'
import { portraitsFor } from '#features/photos/server/public.ts'
import type { PortraitOf } from '#shared/photo.ts'
import type { Env } from '#server/env.ts'
import { findPeople, findReader, listAvailability, type Reader } from './queries.ts'
import type { Person } from './notification-text.ts'

type Secrets = Pick<Env, 'DB' | 'SESSION_SECRET' | 'SESSION_SECRET_PREVIOUS'>

const readerKeptMs = 60_000
const peopleKeptMs = 5 * 60_000

/** Reads for one member's hub from D1, cached briefly, so that an active chat in the background does not query each time. */
export function createMemberDirectory(env: Secrets, memberId: string) {
  const readers = remember<Reader | null>(readerKeptMs)
  const people = remember<Person | null>(peopleKeptMs)
  return {
    /** Returns the member's language, time zone and address; null when they have left. */
    reader: (now: number) => readers.ask(memberId, now, () => findReader(openDatabase(env.DB), memberId)),
    /** As `reader`, only if cached; undefined if it has to be read. */
    knownReader: (now: number) => readers.peek(memberId, now),
    /** As `reader`, never cached: for actions that cannot be undone. */
    readerNow: () => findReader(openDatabase(env.DB), memberId),
    /** Returns another person as the member may see them, or null. */
    person: (id: string, now: number) =>
      people.ask(id, now, async () => {
        const portraitOf = await portraitsFor(env, memberId, now)
        return (await findPeople(openDatabase(env.DB), { id: memberId, portraitOf }, [id])).get(id) ?? null
      }),
    /** As `person`, only if cached; undefined if it has to be read. */
    knownPerson: (id: string, now: number) => people.peek(id, now),
    /** Drops a person from the cache. */
    forget: (id: string) => people.forget(id),
    /** Returns who of these people can still be met; never cached. */
    availability: (ids: readonly string[]) => listAvailability(openDatabase(env.DB), memberId, ids),
    /** Returns several people at once, not cached: for lists. */
    async people(ids: readonly string[], now: number): Promise<Map<string, Person>> {
      const portraitOf: PortraitOf = await portraitsFor(env, memberId, now)
      return findPeople(openDatabase(env.DB), { id: memberId, portraitOf }, ids)
    },
  }
}

export type MemberDirectory = ReturnType<typeof createMemberDirectory>

/** `found` is undefined until the result has arrived. */
type Kept<Value> = { value: Promise<Value>; found?: Value; until: number }

function remember<Value>(keptMs: number) {
  const known = new Map<string, Kept<Value>>()
  return {
    forget: (key: string) => void known.delete(key),
    ask(key: string, now: number, find: () => Promise<Value>): Promise<Value> {
      const kept = known.get(key)
      if (kept && kept.until > now) return kept.value
      const entry: Kept<Value> = { value: find(), until: now + keptMs }
      known.set(key, entry)
      // A failure must not be cached as a result.
      entry.value.then((found) => (entry.found = found)).catch(() => known.delete(key))
      return entry.value
    },
    peek(key: string, now: number): Value | undefined {
      const kept = known.get(key)
      return kept && kept.until > now ? kept.found : undefined
    },
  }
}
