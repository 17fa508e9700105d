import { and, desc, eq, inArray, ne, notInArray } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { isInOwnStateSql } from '#db/predicates/own-state.ts'
import { members, pushSubscriptions, sessions } from '#db/schema.ts'
import { isUnended } from '#server/auth/live-session.ts'
import { mostSubscriptions, type PushDevice } from '../contract.ts'

/** Stores the device of a session. A device belongs to its newest session only, and a member has at most five. */
export async function saveSubscription(
  db: Database,
  { sid, memberId }: { sid: string; memberId: string },
  device: PushDevice,
  now: number,
): Promise<void> {
  const { sessionId, endpoint, createdAt } = pushSubscriptions
  const newest = db
    .select({ id: sessionId })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.memberId, memberId))
    .orderBy(desc(createdAt), desc(sessionId))
    .limit(mostSubscriptions)
  const changed = { ...device, memberId, createdAt: now }
  await db.batch([
    db.delete(pushSubscriptions).where(and(eq(endpoint, device.endpoint), ne(sessionId, sid))),
    db
      .insert(pushSubscriptions)
      .values({ sessionId: sid, ...changed })
      .onConflictDoUpdate({ target: sessionId, set: changed }),
    db.delete(pushSubscriptions).where(and(eq(pushSubscriptions.memberId, memberId), notInArray(sessionId, newest))),
  ])
}

export async function removeSubscription(db: Database, sid: string): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.sessionId, sid))
}

/** Selects a row if the session's device receives push messages; for a page's batch. */
export function subscribedStatement(db: Database, sid: string) {
  return db.select({ since: pushSubscriptions.createdAt }).from(pushSubscriptions).where(eq(pushSubscriptions.sessionId, sid))
}

export type Subscription = PushDevice & { sid: string; locale: string }

/** Lists the devices of a member who may receive messages now: complete, and each with a session that has not ended. */
export async function listSubscriptions(db: Database, memberId: string, now: number): Promise<Subscription[]> {
  const { sessionId, endpoint, p256dh, auth } = pushSubscriptions
  return db
    .select({ sid: sessionId, endpoint, p256dh, auth, locale: members.locale })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, sessionId))
    .innerJoin(members, eq(members.id, pushSubscriptions.memberId))
    .where(and(eq(pushSubscriptions.memberId, memberId), isInOwnStateSql(['complete']), isUnended(now)))
}

/** Removes devices that their push service no longer knows, unless the session has a new endpoint by now. */
export async function forgetEnded(db: Database, ended: readonly Pick<Subscription, 'endpoint'>[]): Promise<void> {
  if (ended.length === 0) return
  const endpoints = ended.map(({ endpoint }) => endpoint)
  await db.delete(pushSubscriptions).where(inArray(pushSubscriptions.endpoint, endpoints))
}
