import { visitActions } from '#features/visits/contract.ts'
import { blockActions } from '#features/blocks/contract.ts'
import { env, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { blocks, favourites, pairs, profiles, visits } from '#db/schema.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { channelName } from '#shared/realtime/wire.ts'
import { createMatch } from '#test/support/worker/match.ts'
import { createMember, db, postJson, type TestMember } from '#test/support/worker/members.ts'
import { openPage } from '#test/support/worker/pages.ts'
import { connect, eventually, type RealtimeClient } from '#test/support/worker/realtime-client.ts'

const dayMs = 24 * 60 * 60_000
const hubOf = ({ id }: TestMember) => env.MEMBER_HUB.getByName(id)
const noticesOf = async (member: TestMember, kind: string) =>
  (await hubOf(member).notices(20, null)).map(({ notice }) => notice).filter((notice) => notice.kind === kind)
const visit = (visitor: TestMember, visited: TestMember) => postJson(visitor, visitActions.leave.path, { id: visited.id })

/** Runs the hub's alarm for one of its scheduled names, at once. */
async function ring(member: TestMember, wish = 'visitors'): Promise<void> {
  await runInDurableObject(hubOf(member), (_, { storage }) => {
    storage.sql.exec('UPDATE alarms SET at = 0 WHERE name = ?', wish)
  })
  await runDurableObjectAlarm(hubOf(member))
}
const ringForBadge = (member: TestMember) => ring(member, 'visitor-badge')
const wishedAt = (member: TestMember, wish = 'visitors') =>
  runInDurableObject(
    hubOf(member),
    (_, { storage }) =>
      storage.sql.exec<{ at: number }>('SELECT at FROM alarms WHERE name = ?', wish).toArray().at(0)?.at ?? null,
  )
/** Moves the start of every cooldown into the past by `ms`. */
const pass = (member: TestMember, ms: number) =>
  runInDurableObject(hubOf(member), (_, { storage }) => void storage.sql.exec('UPDATE told SET at = at - ?', ms))

/** Connects a member's phone. */
async function atPhone(member: TestMember): Promise<RealtimeClient> {
  const phone = await connect(member.id, member.sid)
  await phone.join(channelName.member(member.id))
  return phone
}
const heard = (phone: RealtimeClient, kind: string) => phone.events('notification').filter(({ data }) => data.kind === kind)

describe('news of visitors', () => {
  it('are one digest an hour after the first visit, not one of each', async () => {
    const [anna, ben, cleo] = await Promise.all([createMember({ member: { locale: 'uk' } }), createMember(), createMember()])
    const phone = await atPhone(anna)
    const before = Date.now()
    await visit(ben, anna)
    await visit(cleo, anna)
    const at = (await wishedAt(anna)) ?? 0
    expect([at >= before + 60 * 60_000, at <= Date.now() + 60 * 60_000]).toEqual([true, true])
    expect(await noticesOf(anna, 'visitor')).toEqual([])
    await ring(anna)
    const [told] = await phone.until(() => heard(phone, 'visitor').length > 0 && heard(phone, 'visitor'), 'the digest')
    const { tn } = createTranslator('uk', await loadMessages('uk', ['notifications']), { timeZone: 'UTC' })
    expect(told?.data).toMatchObject({ title: tn('notifications.visitor.title', 2), sound: false })
    expect(told?.data).not.toHaveProperty('icon')
    expect(await noticesOf(anna, 'visitor')).toMatchObject([{ people: 2 }])
  })

  it('come once in 24 hours, and the next one counts whoever was not seen yet', async () => {
    const [anna, ben, cleo] = await Promise.all([createMember(), createMember(), createMember()])
    await visit(ben, anna)
    await ring(anna)
    const first = Date.now()
    await visit(cleo, anna)
    expect(await wishedAt(anna)).toBeGreaterThan(first + 23 * 60 * 60_000)
    await ring(anna)
    expect(await noticesOf(anna, 'visitor')).toMatchObject([{ people: 1 }])
    await pass(anna, dayMs)
    await db.update(visits).set({ lastAt: Date.now() }).where(eq(visits.visitorId, cleo.id))
    await hubOf(anna).expectVisitors()
    await ring(anna)
    expect(await noticesOf(anna, 'visitor')).toMatchObject([{ people: 2 }])
    expect(await hubOf(anna).summary()).toMatchObject({ notifications: 1 })
  })

  it('are none when the list was looked at, and looking at it settles the digest', async () => {
    const [anna, ben, cleo] = await Promise.all([createMember(), createMember(), createMember()])
    await visit(ben, anna)
    await postJson(anna, visitActions.seen.path, { until: Date.now() })
    await ring(anna)
    expect(await noticesOf(anna, 'visitor')).toEqual([])
    await visit(cleo, anna)
    await ring(anna)
    expect(await hubOf(anna).summary()).toMatchObject({ notifications: 1 })
    await openPage(anna, '/visitors')
    await eventually(async () => (await hubOf(anna).summary()).notifications === 0, 'the digest is read')
  })

  it('are none of who is blocked or away by then, and none for who browses invisibly', async () => {
    const [anna, ben, cleo] = await Promise.all([createMember(), createMember(), createMember()])
    await visit(ben, anna)
    await visit(cleo, anna)
    await db.insert(blocks).values({ blockerId: ben.id, blockedId: anna.id, createdAt: 1 })
    await db.update(profiles).set({ discoverable: false }).where(eq(profiles.memberId, cleo.id))
    await ring(anna)
    expect(await noticesOf(anna, 'visitor')).toEqual([])
    await db.update(profiles).set({ discoverable: true }).where(eq(profiles.memberId, cleo.id))
    await db.update(profiles).set({ browsesInvisibly: true }).where(eq(profiles.memberId, anna.id))
    await hubOf(anna).expectVisitors()
    await ring(anna)
    expect(await noticesOf(anna, 'visitor')).toEqual([])
  })

  it('follow from no second look within half an hour', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    await visit(ben, anna)
    await ring(anna)
    await visit(ben, anna)
    expect(await wishedAt(anna)).toBeNull()
  })
})

describe('the badge of visitors', () => {
  const counts = (phone: RealtimeClient) => phone.events('visitors').map(({ data }) => data)

  it('moves once for the visits of a few seconds, by their number alone', async () => {
    const [anna, ben, cleo] = await Promise.all([createMember(), createMember(), createMember()])
    const phone = await atPhone(anna)
    await visit(ben, anna)
    await visit(cleo, anna)
    expect(counts(phone)).toEqual([])
    await ringForBadge(anna)
    await phone.until(() => counts(phone).length > 0, 'the count')
    expect(counts(phone)).toEqual([{ people: 2 }])
    expect(await noticesOf(anna, 'visitor')).toEqual([])
  })

  it('counts nobody who browses invisibly, was blocked, or cannot be found by then', async () => {
    const [anna, ben, cleo, dana, shy] = await Promise.all([
      createMember(),
      createMember(),
      createMember(),
      createMember(),
      createMember({ profile: { browsesInvisibly: true } }),
    ])
    const phone = await atPhone(anna)
    await visit(shy, anna)
    expect(await wishedAt(anna, 'visitor-badge')).toBeNull()
    await Promise.all([visit(ben, anna), visit(cleo, anna), visit(dana, anna)])
    await db.insert(blocks).values({ blockerId: ben.id, blockedId: anna.id, createdAt: 1 })
    await db.update(profiles).set({ discoverable: false }).where(eq(profiles.memberId, cleo.id))
    await ringForBadge(anna)
    await phone.until(() => counts(phone).length > 0, 'the count')
    expect(counts(phone)).toEqual([{ people: 1 }])
    await postJson(dana, blockActions.block.path, { id: anna.id })
    await phone.heads()
    expect(counts(phone), 'a block is silent').toEqual([{ people: 1 }])
  })

  it('is empty on every device once the list was looked at', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    const phone = await atPhone(anna)
    await visit(ben, anna)
    await ringForBadge(anna)
    await phone.until(() => counts(phone).at(-1)?.people === 1, 'one visitor')
    await openPage(anna, '/visitors')
    await phone.until(() => counts(phone).at(-1)?.people === 0, 'none left')
  })

  it('reaches who was not quite here yet', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    await visit(ben, anna)
    const phone = await atPhone(anna)
    await ringForBadge(anna)
    await phone.until(() => counts(phone).at(-1)?.people === 1, 'one visitor')
  })
})

describe('news of a favourite who comes online', () => {
  /** Anna and Ben are matched, and Ben is her favourite. */
  async function keepsakes() {
    const match = await createMatch()
    await db.insert(favourites).values({ ownerId: match.anna.id, memberId: match.ben.id, createdAt: 1 })
    return match
  }

  it('reach who keeps them, once in a day, with the way to the chat', async () => {
    const { anna, ben, conversation } = await keepsakes()
    const phone = await atPhone(anna)
    await atPhone(ben)
    const [told] = await phone.until(() => heard(phone, 'favourite').length > 0 && heard(phone, 'favourite'), 'Ben is here')
    expect(told?.data).toMatchObject({ link: conversation })
    await pass(ben, dayMs)
    await atPhone(ben)
    await letCleoCome(anna, phone)
    expect(heardOf(phone, ben)).toHaveLength(1)
    expect(await noticesOf(ben, 'favourite')).toEqual([])
    await Promise.all([pass(anna, dayMs), pass(ben, dayMs)])
    await atPhone(ben)
    await phone.until(() => heardOf(phone, ben).length === 2, 'Ben is here on the next day')
  })

  it('are asked for once an hour, however many pages are opened', async () => {
    const { anna, ben } = await keepsakes()
    const phone = await atPhone(anna)
    await atPhone(ben)
    await phone.until(() => heard(phone, 'favourite').length === 1, 'Ben is here')
    await pass(anna, dayMs)
    await atPhone(ben)
    await letCleoCome(anna, phone)
    expect(heardOf(phone, ben)).toHaveLength(1)
  })

  it('reach nobody who is away: later they would not be true', async () => {
    const { anna, ben } = await keepsakes()
    const phone = await atPhone(ben)
    await phone.heads()
    await hubOf(anna).notifyOnline(ben.id, 'any')
    expect(await noticesOf(anna, 'favourite')).toEqual([])
  })

  it.each(['no match', 'an ended match', 'no favourite', 'a block', 'a hidden dot', 'a pause'])(
    'are none with %s',
    async (what) => {
      const { anna, ben, conversation } = await keepsakes()
      const change = {
        'no match': () => db.delete(pairs).where(eq(pairs.conversationId, conversation)),
        'an ended match': () => db.update(pairs).set({ unmatchedAt: 1 }).where(eq(pairs.conversationId, conversation)),
        'no favourite': () => db.delete(favourites).where(eq(favourites.ownerId, anna.id)),
        'a block': () => db.insert(blocks).values({ blockerId: ben.id, blockedId: anna.id, createdAt: 1 }),
        'a hidden dot': () => db.update(profiles).set({ showsOnline: false }).where(eq(profiles.memberId, ben.id)),
        'a pause': () => db.update(profiles).set({ discoverable: false }).where(eq(profiles.memberId, ben.id)),
      }[what]
      await change?.()
      const phone = await atPhone(anna)
      await atPhone(ben)
      await letCleoCome(anna, phone)
      expect((await noticesOf(anna, 'favourite')).filter((notice) => 'from' in notice && notice.from === ben.id)).toEqual([])
      expect(heardOf(phone, ben)).toEqual([])
    },
  )
})

const heardOf = (phone: RealtimeClient, { id }: TestMember) =>
  heard(phone, 'favourite').filter(({ data }) => data.id.startsWith(`favourite:${id}:`))

/** Another favourite of Anna's comes online, and she is alerted; by then any earlier alert has arrived. */
async function letCleoCome(anna: TestMember, phone: RealtimeClient): Promise<void> {
  const cleo = await createMember()
  const [lowId = '', highId = ''] = [anna.id, cleo.id].toSorted()
  await db.insert(pairs).values({ lowId, highId, conversationId: `${cleo.id}-chat`, matchedAt: 1, openedAt: 1 })
  await db.insert(favourites).values({ ownerId: anna.id, memberId: cleo.id, createdAt: 1 })
  await atPhone(cleo)
  await phone.until(() => heardOf(phone, cleo).length > 0, 'Cleo is here')
}
