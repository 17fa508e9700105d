import { env } from 'cloudflare:test'
import { afterEach, expect, it, vi } from 'vitest'
import { deleteAccount } from '#features/auth/session/server/deletion/delete-account.ts'
import { sweepDeletions } from '#features/auth/session/server/public.ts'
import { blockMember, finishBlocks } from '#features/blocks/server/public.ts'
import { sendMessage } from '#features/chat/server/public.ts'
import { restrictMember, sweepRestrictions } from '#features/restriction/server/restrict.ts'
import { Conversation } from '#objects/conversation/conversation-object.ts'
import { MemberHub } from '#objects/member-hub/member-hub.ts'
import { advance } from '#test/support/worker/account.ts'
import { createMatch } from '#test/support/worker/match.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { crashHub, inHub } from '#test/support/worker/objects.ts'
import { newId } from '#test/support/worker/realtime-client.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Two who have just talked, and whose conversation has an answer of D1 that it may keep. */
async function setUp() {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { conversation, anna, ben } = await createMatch()
  const say = (member: string) => sendMessage(env, conversation, { member, cid: newId(), text: 'Hello' })
  expect(await say(ben.id)).toMatchObject({ ok: true })
  advance(6000)
  const asked = questionsAboutPairs()
  expect(await say(ben.id)).toMatchObject({ ok: true })
  expect(asked(), 'the hubs know of no end, so D1 is not asked').toBe(0)
  advance(6000)
  return { anna, ben, say, asked }
}

/** Counts what conversations ask D1 from now on. */
function questionsAboutPairs(): () => number {
  const prepare = vi.spyOn(env.DB, 'prepare')
  const count = () => prepare.mock.calls.filter(([sql]) => sql.includes('oneHides')).length
  const before = count()
  return () => count() - before
}

const restrict = async (memberId: string) => {
  const { id: actorId } = await createMember({ member: { role: 'moderator' } })
  const statement = { rule: 'scam', facts: 'Asked for money.', until: null } as const
  await restrictMember(env, db, { ...statement, id: newId(), memberId, actorId }, Date.now())
}

const refused = { ok: false, code: 'forbidden' }

const ends = { restriction: restrict, deletion: (memberId: string) => deleteAccount(env, db, { memberId, now: Date.now() }) }

it.each(['restriction', 'deletion'] as const)(
  'after a %s, known to the member’s hub, the other one’s next message is refused',
  async (end) => {
    const { anna, ben, say } = await setUp()
    await ends[end](anna.id)
    expect(await say(ben.id)).toEqual(refused)
  },
)

it('though that hub has lost its memory', async () => {
  const { anna, ben, say } = await setUp()
  await restrict(anna.id)
  await crashHub(anna.id)
  expect(await say(ben.id)).toEqual(refused)
})

it('a hub notes the end before anything else, which may fail', async () => {
  const { anna, ben, say } = await setUp()
  const { disconnectAll } = MemberHub.prototype
  vi.spyOn(MemberHub.prototype, 'disconnectAll').mockImplementation(async function (this: MemberHub) {
    void disconnectAll.call(this).catch(() => {})
    throw new Error('the hub restarts now')
  })
  await restrict(anna.id)
  expect(await say(ben.id)).toEqual(refused)
})

it('a block ends the talk though the call to its conversation fails: either hub knows of it', async () => {
  for (const failing of ['anna', 'ben', null] as const) {
    const { anna, ben, say } = await setUp()
    vi.spyOn(Conversation.prototype, 'close').mockRejectedValue(new Error('away'))
    const { forgetPerson } = MemberHub.prototype
    vi.spyOn(MemberHub.prototype, 'forgetPerson').mockImplementation(function (this: MemberHub, person) {
      if (failing !== null && person === { anna, ben }[failing].id) throw new Error('away')
      forgetPerson.call(this, person)
    })
    await blockMember(env, { blockerId: anna.id, blockedId: ben.id }, Date.now())
    for (const { id } of [anna, ben]) expect(await say(id), `${failing}`).toEqual(refused)
    vi.restoreAllMocks()
    vi.spyOn(console, 'warn').mockImplementation(() => {})
  }
})

it('a hub that cannot be asked leaves the decision to D1', async () => {
  const { anna, ben, say, asked } = await setUp()
  vi.spyOn(MemberHub.prototype, 'disconnectAll').mockRejectedValue(new Error('away'))
  vi.spyOn(MemberHub.prototype, 'accessEndedAt').mockImplementation(() => {
    throw new Error('away')
  })
  await restrict(anna.id)
  expect(await say(ben.id)).toEqual(refused)
  expect(asked()).toBeGreaterThan(0)
})

it('the cron repeats each call that failed, until the hubs know of the end', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const endsOf = async (...members: { id: string }[]) =>
    (await Promise.all(members.map(({ id }) => inHub(id, 'SELECT person FROM access_ends')))).flat().map(({ person }) => person)
  const [restricted, deleted, blocked] = [await createMatch(), await createMatch(), await createMatch()]
  for (const call of ['disconnectAll', 'forgetPerson'] as const)
    vi.spyOn(MemberHub.prototype, call).mockImplementation(() => {
      throw new Error('away')
    })
  await restrict(restricted.anna.id)
  await deleteAccount(env, db, { memberId: deleted.anna.id, now: Date.now() })
  await blockMember(env, { blockerId: blocked.anna.id, blockedId: blocked.ben.id }, Date.now())
  expect(await endsOf(restricted.anna, deleted.anna, blocked.anna, blocked.ben)).toEqual([])
  vi.restoreAllMocks()
  for (const sweep of [sweepRestrictions, sweepDeletions, finishBlocks]) await sweep(env, Date.now())
  expect(await endsOf(restricted.anna, deleted.anna)).toEqual(['', ''])
  expect(await endsOf(blocked.anna, blocked.ben)).toEqual([blocked.ben.id, blocked.anna.id])
})
