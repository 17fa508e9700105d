import { and, eq } from 'drizzle-orm'
import { vi } from 'vitest'
import { sessions } from '#db/schema.ts'
import { hashPassword } from '#server/crypto/password-hash.ts'
import { createMember, db, type TestMember } from './members.ts'
import { newId } from './realtime-client.ts'
import { Visitor } from './visitor.ts'

export const password = 'warm-river-lantern'
/** Hashed once, because hashing is deliberately slow. */
const stored = hashPassword(password)

export type TestPerson = TestMember & { email: string }

/** A member with a password. Their session was confirmed `confirmedAgoMs` ago, or never. */
export async function createPerson(
  options: { state?: 'complete' | 'restricted' | 'deleted'; passwordHash?: string; confirmedAgoMs?: number } = {},
): Promise<TestPerson> {
  const { state = 'complete', passwordHash = await stored, confirmedAgoMs } = options
  const email = `${crypto.randomUUID()}@example.test`
  const member = await createMember({ member: { email, state, passwordHash } })
  if (confirmedAgoMs !== undefined)
    await db
      .update(sessions)
      .set({ confirmedAt: Date.now() - confirmedAgoMs })
      .where(eq(sessions.id, member.sid))
  return { ...member, email }
}

/** The browser in which a member is signed in. */
export function browserOf(member: Pick<TestMember, 'token'>): Visitor {
  const visitor = new Visitor()
  visitor.cookies.set('__Host-access', member.token)
  return visitor
}

/** Another live session of a member. */
export async function addSession(memberId: string, userAgent = ''): Promise<string> {
  const [id, now] = [newId(), Date.now()]
  const times = { createdAt: now, seenAt: now, expiresAt: now + 3_600_000 }
  await db.insert(sessions).values({ id, subjectKind: 'member', subjectId: memberId, userAgent, ...times })
  return id
}

/** Live sessions of a member. */
export async function liveSessions(memberId: string): Promise<string[]> {
  const rows = await db
    .select({ id: sessions.id, revokedAt: sessions.revokedAt })
    .from(sessions)
    .where(and(eq(sessions.subjectId, memberId), eq(sessions.subjectKind, 'member')))
  return rows.filter(({ revokedAt }) => revokedAt === null).map(({ id }) => id)
}

/** Sets the clock; `vi.useRealTimers()` restores it. */
export function advance(ms: number): void {
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: now + ms })
}

export const signIn = (email: string, secret: string, visitor = new Visitor(), headers: Record<string, string> = {}) =>
  visitor.post('/api/auth/sign-in', { email, password: secret }, headers)
