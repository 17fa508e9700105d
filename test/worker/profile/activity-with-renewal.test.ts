import { env, SELF } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { afterEach, expect, it, vi } from 'vitest'
import { deletions, profiles, refreshTokens, sessions } from '#db/schema.ts'
import { sessionActions } from '#features/auth/contract.ts'
import { Area } from '#objects/area/area-object.ts'
import { cookieNames } from '#server/cookies.ts'
import { hashToken } from '#server/crypto/secrets.ts'
import { settleAreas } from '#test/support/worker/areas.ts'
import { db, type TestMember } from '#test/support/worker/members.ts'
import { payloadPath } from '#test/support/worker/pages.ts'
import { createPerson, newArea } from '#test/support/worker/places.ts'
import { eventually, newId, origin } from '#test/support/worker/realtime-client.ts'

const minute = 60_000
const longAgo = Date.now() - 60 * minute

afterEach(() => void vi.restoreAllMocks())

const activeAtOf = async ({ id }: TestMember) =>
  (await db.select({ at: profiles.activeAt }).from(profiles).where(eq(profiles.memberId, id)))[0]?.at

/** Requests something with tokens that have expired, and counts the writes of activities. */
async function visit(member: TestMember, path: string, init: RequestInit = {}): Promise<number> {
  const token = newId()
  await db
    .insert(refreshTokens)
    .values({ hash: hashToken(token), sessionId: member.sid, createdAt: Date.now(), supersededAt: null })
  const prepare = vi.spyOn(env.DB, 'prepare')
  const before = prepare.mock.calls.length
  const headers = { ...(init.headers as Record<string, string>), cookie: `${cookieNames.refresh}=${token}`, origin }
  const response = await SELF.fetch(origin + path, { redirect: 'manual', ...init, headers })
  await response.text()
  expect(response.headers.getSetCookie().join(), 'the session is renewed').toContain(cookieNames.access)
  return prepare.mock.calls.slice(before).filter(([sql]) => sql.startsWith('update "profiles" set "active_at"')).length
}

it.each(['/main-settings', payloadPath('/main-settings')])(
  '%s with expired tokens writes the activity with their renewal',
  async (path) => {
    const member = await createPerson(newArea(), { activeAt: longAgo })
    await settleAreas()
    const touch = vi.spyOn(Area.prototype, 'touch')
    const from = Date.now()
    expect(await visit(member, path), 'the page finds it fresh').toBe(1)
    const at = await activeAtOf(member)
    expect(at).toBeGreaterThanOrEqual(from)
    await eventually(async () => touch.mock.calls.length > 0, 'the area')
    expect(touch.mock.calls).toEqual([[member.id, at]])
  },
)

it('a recent activity is not written again', async () => {
  const recently = Date.now() - 3 * minute
  const member = await createPerson(newArea(), { activeAt: recently })
  await visit(member, '/main-settings')
  expect(await activeAtOf(member)).toBe(recently)
})

it('a hidden one is kept as its day', async () => {
  const member = await createPerson(newArea(), { activeAt: 0, showsOnline: false })
  await visit(member, '/main-settings')
  const day = 24 * 60 * minute
  expect(await activeAtOf(member)).toBe(Math.floor(Date.now() / day) * day)
})

it('what opens no page writes none: an action, a prefetch, a link on another site', async () => {
  const member = await createPerson(newArea(), { activeAt: longAgo })
  await visit(member, sessionActions.refresh.path, { method: 'POST' })
  await visit(member, sessionActions.current.path)
  await visit(member, '/main-settings', { headers: { 'sec-purpose': 'prefetch' } })
  await visit(member, '/main-settings', { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' } })
  expect(await activeAtOf(member)).toBe(longAgo)
})

it('nor do a deleted account, or a session that has ended', async () => {
  const deleted = await createPerson(newArea(), { activeAt: longAgo })
  const times = { requestedAt: longAgo, hidesAt: longAgo, purgeAt: Date.now() + minute }
  await db.insert(deletions).values({ memberId: deleted.id, by: 'member', formerState: 'complete', ...times })
  await visit(deleted, '/main-settings')
  expect(await activeAtOf(deleted)).toBe(longAgo)
  const ended = await createPerson(newArea(), { activeAt: longAgo })
  await db.update(sessions).set({ revokedAt: longAgo }).where(eq(sessions.id, ended.sid))
  await visit(ended, '/main-settings')
  expect(await activeAtOf(ended)).toBe(longAgo)
})
