import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { secondFactors, sessions } from '#db/schema.ts'
import { stepAt } from '#features/ops/rules.ts'
import { sealSecret } from '#features/ops/server/public.ts'
import { codeAt } from '#features/ops/server/totp.ts'
import { issueAccessToken } from '#features/auth/session/server/tokens/access-token.ts'
import { createMember, db, postForm, type TestMember } from './members.ts'
import { openPage } from './pages.ts'
import { newId } from './realtime-client.ts'

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

/** The code in every test moderator's app, `shift` steps from now. */
export const codeNow = (shift = 0) => codeAt(secret, stepAt(Date.now()) + shift)

/** A moderator or operator with their browser. */
export class Colleague {
  readonly member: TestMember

  constructor(member: TestMember) {
    this.member = member
  }

  get id(): string {
    return this.member.id
  }

  get(path: string): Promise<Response> {
    return openPage(this.member, path)
  }

  submit(path: string, fields: Record<string, string> = {}): Promise<Response> {
    return postForm(this.member, path, fields)
  }
}

/** Confirms the session now, as the password would. */
export async function confirmAnew({ member }: Colleague): Promise<void> {
  await db.update(sessions).set({ confirmedAt: Date.now() }).where(eq(sessions.id, member.sid))
}

/** The same colleague in another browser. */
export async function signInAgain({ member }: Pick<Colleague, 'member'>): Promise<Colleague> {
  const [sid, now] = [newId(), Date.now()]
  const row = {
    id: sid,
    subjectKind: 'member',
    subjectId: member.id,
    createdAt: now,
    seenAt: now,
    expiresAt: now + 3_600_000,
  } as const
  await db.insert(sessions).values(row)
  const token = await issueAccessToken(env, { sub: member.id, sid, kind: 'member' }, now)
  return new Colleague({ ...member, sid, token })
}

/** Without a second factor. */
export async function createColleague(role: 'moderator' | 'operator' = 'moderator'): Promise<Colleague> {
  return new Colleague(await createMember({ member: { role, firstName: 'Mo' } }))
}

/** With an accepted second factor that has not been given in this session yet. */
export async function createEnrolled(role: 'moderator' | 'operator' = 'moderator'): Promise<Colleague> {
  const colleague = await createColleague(role)
  await db.insert(secondFactors).values({
    memberId: colleague.id,
    sealedSecret: await sealSecret(env, colleague.id, secret),
    recoveryHashes: [],
    confirmedAt: Date.now(),
    acceptedAt: Date.now(),
    acceptedBy: colleague.id,
  })
  return colleague
}

/** A colleague whose session has passed both guards. */
export async function createModerator(role: 'moderator' | 'operator' = 'moderator'): Promise<Colleague> {
  const colleague = await createEnrolled(role)
  const response = await colleague.submit('/ops/code', { code: await codeNow() })
  if (response.status !== 303) throw new Error(`the code was not taken: ${response.status}`)
  return colleague
}
