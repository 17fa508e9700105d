import { eq, sql } from 'drizzle-orm'
import { heldWindowColumns } from '#db/held-window.ts'
import { ownStateSql } from '#db/predicates/own-state.ts'
import { members, sessions } from '#db/schema.ts'
import type { Database } from '#db/database.ts'
import type { AppContext, Member, Session } from '../context.ts'
import { isLive } from './live-session.ts'
import { requireMemberSession, sessionEnded } from './require-session.ts'

/**
 * Finds the member of this live session, as the database has them now; null for guests, pending registrations and sessions
 * that have ended. One read per request: the answer is cached in the context.
 */
export async function findMember(c: AppContext): Promise<Member | null> {
  const read = c.get('member') ?? readMember(c)
  c.set('member', read)
  return read
}

/**
 * The same; 401 without a member. Use it for every change: a token outlives its session by minutes, and must not act for a member
 * who has signed out.
 */
export async function requireMember(c: AppContext): Promise<Member> {
  requireMemberSession(c)
  const member = await findMember(c)
  if (!member || member.state === 'deleted') throw sessionEnded()
  return member
}

/** The same for a member who may have deleted their account, for the few actions that are left to them. */
export async function requireAnyMember(c: AppContext): Promise<Member> {
  requireMemberSession(c)
  const member = await findMember(c)
  if (!member) throw sessionEnded()
  return member
}

async function readMember(c: AppContext): Promise<Member | null> {
  const session = c.get('session')
  if (session?.kind !== 'member') return null
  return toMember(await memberStatement(c.get('db'), session, c.get('now')), session.sid)
}

/** Selects the member of a live session, for `toMember`. */
export function memberStatement(db: Database, session: Session, now: number) {
  return db
    .select({
      id: members.id,
      state: ownStateSql().as('own_state'),
      firstName: members.firstName,
      email: members.email,
      locale: members.locale,
      timeZone: members.timeZone,
      confirmedAt: sessions.confirmedAt,
      ...heldWindowColumns(sql`${members.id}`, now),
    })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.subjectId))
    .where(isLive(session, now))
}

export function toMember([row]: Awaited<ReturnType<typeof memberStatement>>, sid: string): Member | null {
  if (!row) return null
  const { heldStart, heldUntil, ...member } = row
  return { ...member, sid, held: { heldStart, heldUntil } }
}
