import { and, eq, lt, notInArray } from 'drizzle-orm'
import { openDatabase } from '#db/database.ts'
import {
  consents,
  counters,
  emailChanges,
  knownDevices,
  oneTimeCodes,
  passes,
  registrations,
  securityEvents,
  sessions,
  visits,
} from '#db/schema.ts'
import { deviceCookieMs } from '#features/session/contract.ts'
import { visitLifetimeMs } from '#features/visits/contract.ts'
import type { Env } from './http/env.ts'

/** A code that has expired still opens its page, to ask for another, for a day. */
const codeLeftoverMs = 24 * 60 * 60 * 1000

/** Cron: removes what has expired (docs/data.md, 'retention'). Safe to run at any time and more than once. */
export async function sweep(env: Pick<Env, 'DB'>, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  await db.batch([
    db.delete(registrations).where(lt(registrations.expiresAt, now)),
    // The proof of a consent outlives an account, but not a sign-up that came to nothing.
    db
      .delete(consents)
      .where(
        and(
          eq(consents.subjectKind, 'registration'),
          notInArray(consents.subjectId, db.select({ id: registrations.id }).from(registrations)),
        ),
      ),
    db.delete(sessions).where(lt(sessions.expiresAt, now)),
    db.delete(oneTimeCodes).where(lt(oneTimeCodes.expiresAt, now - codeLeftoverMs)),
    db.delete(emailChanges).where(lt(emailChanges.undoUntil, now)),
    db.delete(knownDevices).where(lt(knownDevices.lastSeenAt, now - deviceCookieMs)),
    db.delete(counters).where(lt(counters.expiresAt, now)),
    db.delete(securityEvents).where(lt(securityEvents.expiresAt, now)),
    db.delete(passes).where(lt(passes.expiresAt, now)),
    db.delete(visits).where(lt(visits.lastAt, now - visitLifetimeMs)),
  ])
}
