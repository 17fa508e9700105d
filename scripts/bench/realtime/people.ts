import type { D1Database } from '@cloudflare/workers-types'
import type { Miniflare } from 'miniflare'
import { consentDocuments, legalVersion } from '#features/legal/contract.ts'
import { issueAccessToken } from '#features/auth/session/server/tokens/access-token.ts'

/** A member's session, as known to the holder of its tokens. */
export type Session = { member: string; sid: string; token: string }

/** Longer than any run. */
const sessionMs = 24 * 3_600_000

export const newId = () => crypto.randomUUID().replaceAll('-', '').slice(0, 22)

const openDatabase = async (miniflare: Miniflare) => (await miniflare.getD1Database('DB')) as unknown as D1Database

/** Members who have finished sign-up, as many as needed. They have no password and no profile. */
export async function addMembers(miniflare: Miniflare, ids: readonly string[]): Promise<void> {
  const now = Date.now()
  const db = await openDatabase(miniflare)
  await db
    .prepare(
      `INSERT INTO members (id, email, password_hash, state, first_name, birth_date, gender, locale, time_zone, created_at, updated_at)
       SELECT value, value || '@people.test', '', 'complete', 'Person', '1990-01-01', 'woman', 'en', 'UTC', ?1, ?1 FROM json_each(?2)`,
    )
    .bind(now, JSON.stringify(ids))
    .run()
}

/** Gives members a profile; without one they cannot be met. */
export async function addProfiles(miniflare: Miniflare, members: readonly string[]): Promise<void> {
  const db = await openDatabase(miniflare)
  await db
    .prepare(
      `INSERT INTO profiles (member_id, gender, birth_date, discoverable, seeks_mask, gender_mask, active_at, updated_at)
       SELECT value, 'woman', '1990-01-01', 1, 7, 1, ?1, ?1 FROM json_each(?2)`,
    )
    .bind(Date.now(), JSON.stringify(members))
    .run()
}

/** Gives members both consents to the current texts; without them no page opens. */
export async function addConsents(miniflare: Miniflare, members: readonly string[]): Promise<void> {
  const db = await openDatabase(miniflare)
  for (const kind of ['terms', 'sensitive-data'] as const) {
    await db
      .prepare(
        `INSERT INTO consents (id, subject_kind, subject_id, kind, version, locale, text_hash, given_at)
         SELECT value || ?1, 'member', value, ?1, ?2, 'en', '', ?3 FROM json_each(?4)`,
      )
      .bind(kind, legalVersion(consentDocuments[kind]), Date.now(), JSON.stringify(members))
      .run()
  }
}

/** Creates a match of two members. The caller opens its conversation. */
export async function addMatch(miniflare: Miniflare, conversation: string, members: readonly [string, string]): Promise<void> {
  const db = await openDatabase(miniflare)
  await db
    .prepare(
      'INSERT INTO pairs (low_id, high_id, conversation_id, matched_at, opened_at) VALUES (min(?1, ?2), max(?1, ?2), ?3, ?4, ?4)',
    )
    .bind(...members, conversation, Date.now())
    .run()
}

/** Signs members in without a password. */
export async function addSessions(
  { miniflare, secret }: { miniflare: Miniflare; secret: string },
  members: readonly string[],
): Promise<Session[]> {
  const now = Date.now()
  const sids = members.map((member) => ({ member, sid: newId() }))
  const db = await openDatabase(miniflare)
  await db
    .prepare(
      `INSERT INTO sessions (id, subject_kind, subject_id, created_at, seen_at, expires_at)
       SELECT value ->> 'sid', 'member', value ->> 'member', ?1, ?1, ?2 FROM json_each(?3)`,
    )
    .bind(now, now + sessionMs, JSON.stringify(sids))
    .run()
  const tokens = await issueTokens({ secret }, sids)
  return sids.map((session, index) => ({ ...session, token: tokens[index] ?? '' }))
}

/** New access tokens for these sessions, in their order. */
export function issueTokens(
  { secret }: { secret: string },
  sessions: readonly Pick<Session, 'member' | 'sid'>[],
): Promise<string[]> {
  const now = Date.now()
  return Promise.all(
    sessions.map(({ member, sid }) => issueAccessToken({ SESSION_SECRET: secret }, { sub: member, sid, kind: 'member' }, now)),
  )
}
