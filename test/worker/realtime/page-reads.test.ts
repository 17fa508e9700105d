import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { afterEach, expect, it, vi } from 'vitest'
import { members, profiles } from '#db/schema.ts'
import { issueRealtimeToken } from '#features/auth/session/server/public.ts'
import { disconnectMember, disconnectSession, setVisibility } from '#features/member-hub/server/public.ts'
import { pageReadMs } from '#objects/member-hub/page-reads.ts'
import { MemberHub } from '#objects/member-hub/member-hub.ts'
import { channelName } from '#shared/realtime/wire.ts'
import { advance } from '#test/support/worker/account.ts'
import { createMember, db, type TestMember } from '#test/support/worker/members.ts'
import { crashHub } from '#test/support/worker/objects.ts'
import { openPage } from '#test/support/worker/pages.ts'
import { connect, eventually } from '#test/support/worker/realtime-client.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** A member whose page was read just now, and whose hub knows their visibility. */
async function setUp() {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const member = await createMember()
  await setVisibility(env, member.id, true)
  await read(member)
  return member
}

/** Reads a page to its end: its badges come from the hub. */
const read = async (member: TestMember) => void (await (await openPage(member, '/main-settings')).text())

const restrictInDatabase = ({ id }: TestMember) => db.update(members).set({ state: 'restricted' }).where(eq(members.id, id))

/**
 * Opens the page's socket and joins the member's channel. Returns how often D1 was asked meanwhile, but for who has the member as a
 * favourite: that is asked once an hour.
 */
async function questionsOfSocket({ id, sid }: TestMember): Promise<number> {
  const token = await issueRealtimeToken(env, { sub: id, sid }, Date.now())
  const prepare = vi.spyOn(env.DB, 'prepare')
  const before = prepare.mock.calls.length
  const client = await connect(id, sid)
  const join = { type: 'channel:join', channel: channelName.member(id), auth: { token } }
  expect(await client.request(join)).toMatchObject({ status: 'success' })
  return prepare.mock.calls.slice(before).filter(([sql]) => !sql.includes('"favourites"')).length
}

it('the socket of a page that was just read asks D1 nothing', async () => {
  expect(await questionsOfSocket(await setUp())).toBe(0)
})

it('a socket asks without a page, some time after it, and in another session than its own', async () => {
  const alone = await createMember()
  await setVisibility(env, alone.id, true)
  expect(await questionsOfSocket(alone)).toBe(1)
  const other = await setUp()
  expect(await questionsOfSocket({ ...other, sid: crypto.randomUUID() })).toBe(1)
  const late = await setUp()
  advance(pageReadMs)
  expect(await questionsOfSocket(late)).toBe(1)
})

it('a hub that knows another visibility than the page’s gets the stored one', async () => {
  const member = await setUp()
  await db.update(profiles).set({ showsOnline: false }).where(eq(profiles.memberId, member.id))
  await setVisibility(env, member.id, false)
  await db.update(profiles).set({ showsOnline: true }).where(eq(profiles.memberId, member.id))
  const set = vi.spyOn(MemberHub.prototype, 'setVisibility')
  expect(await questionsOfSocket(member)).toBe(1)
  await eventually(async () => set.mock.calls.length > 0, 'the visibility')
  expect(set).toHaveBeenCalledWith(true)
})

it.each([false, true])('a restriction since the page closes the socket, though the hub has restarted: %s', async (restarts) => {
  const member = await setUp()
  await restrictInDatabase(member)
  await disconnectMember(env, member.id)
  if (restarts) await crashHub(member.id)
  expect(await (await connect(member.id, member.sid)).closed).toMatchObject({ code: 4403 })
})

it('a page that was read before the end, and reaches the hub after it, opens nothing', async () => {
  const member = await setUp()
  const readAt = Date.now()
  await restrictInDatabase(member)
  await disconnectMember(env, member.id)
  await crashHub(member.id)
  const late = { sid: member.sid, photoKeys: [], readAt, showsOnline: true }
  await env.MEMBER_HUB.getByName(member.id).freshSummary(0, late)
  expect(await (await connect(member.id, member.sid)).closed).toMatchObject({ code: 4403 })
})

it('a page of a member without access, or of an ended session, counts for nothing', async () => {
  const restricted = await createMember({ member: { state: 'restricted' } })
  await read(restricted)
  expect(await (await connect(restricted.id, restricted.sid)).closed).toMatchObject({ code: 4403 })
  const ended = await setUp()
  await disconnectSession(env, ended.id, ended.sid)
  expect(await (await connect(ended.id, ended.sid)).closed).toMatchObject({ code: 4401 })
})
