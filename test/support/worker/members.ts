import { env, SELF } from 'cloudflare:test'
import { openDatabase } from '#db/database.ts'
import { consents, members, profiles, sessions } from '#db/schema.ts'
import { consentDocuments, legalVersion } from '#features/legal/contract.ts'
import { issueAccessToken } from '#features/auth/session/server/tokens/access-token.ts'
import { newId, origin } from './realtime-client.ts'

export const db = openDatabase(env.DB)

type MemberRow = typeof members.$inferInsert
type ProfileRow = typeof profiles.$inferInsert

/** A signed-in member with their own session. */
export type TestMember = { id: string; sid: string; token: string; firstName: string }

/** Writes a member's two consents to the current texts. */
const consentsOf = (subjectId: string, givenAt: number) =>
  (['terms', 'sensitive-data'] as const).map((kind) => ({
    id: newId(),
    subjectKind: 'member' as const,
    subjectId,
    kind,
    version: legalVersion(consentDocuments[kind]),
    locale: 'en',
    textHash: '',
    givenAt,
  }))

/** By default a complete, discoverable member with a unique id. */
export async function createMember(
  options: { member?: Partial<MemberRow>; profile?: Partial<ProfileRow> } = {},
): Promise<TestMember> {
  const [id, sid, now] = [options.member?.id ?? newId(), newId(), Date.now()]
  const firstName = options.member?.firstName ?? 'Robin'
  const shared = { gender: 'nonbinary', birthDate: '1990-05-04' }
  await db.batch([
    db.insert(members).values({
      id,
      email: `${id}@example.test`,
      passwordHash: '',
      state: 'complete',
      firstName,
      locale: 'en',
      timeZone: 'UTC',
      createdAt: now,
      updatedAt: now,
      ...shared,
      ...options.member,
    }),
    db.insert(consents).values(consentsOf(id, now)),
    db.insert(profiles).values({
      memberId: id,
      firstName,
      discoverable: true,
      seeksMask: 7,
      genderMask: 4,
      activeAt: now,
      updatedAt: now,
      ...shared,
      ...options.profile,
    }),
    db
      .insert(sessions)
      .values({ id: sid, subjectKind: 'member', subjectId: id, createdAt: now, seenAt: now, expiresAt: now + 3_600_000 }),
  ])
  return { id, sid, firstName, token: await issueAccessToken(env, { sub: id, sid, kind: 'member' }, now) }
}

/** Calls an action as the member's script would. */
export function postJson(
  member: Pick<TestMember, 'token'> | null,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return SELF.fetch(origin + path, {
    method: 'POST',
    headers: {
      origin,
      'content-type': 'application/json',
      ...(member ? { authorization: `Bearer ${member.token}` } : {}),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

/** Posts as a plain form; redirects are not followed. */
export function postForm(
  member: Pick<TestMember, 'token'> | null,
  path: string,
  fields: Record<string, string> | [string, string][],
  headers: Record<string, string> = {},
): Promise<Response> {
  return SELF.fetch(origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, ...(member ? { authorization: `Bearer ${member.token}` } : {}), ...headers },
    body: new URLSearchParams(fields),
  })
}

/** The id of a new operator, for statements that need an actor. */
export const operatorId = async (): Promise<string> => (await createMember({ member: { role: 'operator' } })).id
