import { chatActions } from '#features/chat/contract.ts'
import { env, SELF } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { blocks, likes, members, profiles } from '#db/schema.ts'
import type { MessagesProps } from '#features/chat/ui/inbox/messages-props.ts'
import { notifyMember, readSummary } from '#features/member-hub/server/public.ts'
import { notificationActions, type NotificationsPage } from '#features/notifications/contract.ts'
import { channelName } from '#shared/realtime/wire.ts'
import { createMatch } from '#test/support/worker/match.ts'
import { createMember, db, postJson, type TestMember } from '#test/support/worker/members.ts'
import { crash, crashHub } from '#test/support/worker/objects.ts'
import { readPayload } from '#test/support/worker/pages.ts'
import { connect, dataOf, eventually, newId, origin } from '#test/support/worker/realtime-client.ts'
import { openRequest, writeTo } from '#test/support/worker/requests.ts'
import { readInbox } from '#features/chat/server/public.ts'

const turn = (member: TestMember, state: (typeof members.$inferSelect)['state']) =>
  db.update(members).set({ state }).where(eq(members.id, member.id))
const revisionOf = async ({ id }: TestMember) =>
  (await db.select({ revision: members.peopleRevision }).from(members).where(eq(members.id, id)))[0]?.revision ?? null
/** As a page reads them. */
const badges = async (member: TestMember) => readSummary(env, member.id, await revisionOf(member))
const write = (member: TestMember, conversation: string) =>
  postJson(member, chatActions.send.path, { conversation, cid: newId(), text: 'hello' })
const listed = async ({ token }: TestMember) => {
  const response = await SELF.fetch(origin + notificationActions.list.path, { headers: { authorization: `Bearer ${token}` } })
  return (await response.json<NotificationsPage>()).items
}

/** Ben has written to Anna, who has not looked. */
async function createUnread() {
  const { conversation, anna, ben } = await createMatch()
  await write(ben, conversation)
  await eventually(async () => (await badges(anna))?.unread === 1, 'the count')
  expect(await badges(anna)).toMatchObject({ unread: 1, notifications: 1 })
  return { conversation, anna, ben }
}

describe.each(['restricted', 'deleted'] as const)('somebody who is %s', (state) => {
  it('is in no badge with what they wrote', async () => {
    const { anna, ben } = await createUnread()
    await turn(ben, state)
    expect(await badges(anna)).toMatchObject({ unread: 0, notifications: 0, conversations: [] })
    expect(await readInbox(env, anna.id)).toEqual([])
    expect(await listed(anna)).toEqual([])
  })

  it('is in no badge of a page that is open', async () => {
    const { anna, ben } = await createUnread()
    await turn(ben, state)
    const phone = await connect(anna.id, anna.sid)
    const data = dataOf(await phone.join(channelName.member(anna.id)))
    expect(data).toMatchObject({ summary: { unread: 0, notifications: 0 }, inbox: [] })
  })

  it('is in no badge with a request', async () => {
    const { anna, ben } = await openRequest()
    expect(await badges(ben)).toMatchObject({ requests: 1, notifications: 1 })
    await turn(anna, state)
    expect((await readPayload<MessagesProps>(ben, '/messages')).props.requests).toBe(0)
    expect(await badges(ben)).toMatchObject({ requests: 0, notifications: 0 })
  })

  it('counts again once they are back, at the latest with what they write', async () => {
    const { conversation, anna, ben } = await createUnread()
    await turn(ben, state)
    expect(await badges(anna)).toMatchObject({ unread: 0 })
    await turn(ben, 'complete')
    const phone = await connect(anna.id, anna.sid)
    await phone.join(channelName.member(anna.id))
    expect(await badges(anna)).toMatchObject({ unread: 1 })
    await turn(ben, state)
    expect(await badges(anna)).toMatchObject({ unread: 0 })
    await turn(ben, 'complete')
    // What it may have been told meanwhile is true for some seconds.
    await crash(conversation)
    await write(ben, conversation)
    await phone.until(() => phone.events('inbox').find(({ data }) => data.totalUnread === 2), 'both messages')
  })
})

describe('who is counted', () => {
  it('is not asked of D1 again while nobody has changed, even by a hub that restarts', async () => {
    const { anna, ben } = await createUnread()
    const revision = await revisionOf(anna)
    await turn(ben, 'restricted')
    await crashHub(anna.id)
    expect(await readSummary(env, anna.id, revision)).toMatchObject({ unread: 1, notifications: 1 })
    expect(await badges(anna)).toMatchObject({ unread: 0, notifications: 0 })
  })

  it('is asked of D1 about somebody who has not been counted before', async () => {
    const { anna } = await createUnread()
    await badges(anna)
    const [revision, carl] = [await revisionOf(anna), await createMember()]
    await writeTo(carl, anna.id)
    await turn(carl, 'restricted')
    expect(await readSummary(env, anna.id, revision)).toMatchObject({ unread: 1, requests: 0 })
  })
})

describe('the revision of the people around a member', () => {
  const changes = {
    'is restricted': (them: TestMember) => turn(them, 'restricted'),
    'hides their profile': (them: TestMember) =>
      db.update(profiles).set({ discoverable: false }).where(eq(profiles.memberId, them.id)),
  }
  const relations = {
    'a match': async () => {
      const { anna, ben } = await createMatch()
      return [
        [anna, ben],
        [ben, anna],
      ]
    },
    'somebody who likes them': async () => {
      const [anna, ben] = [await createMember(), await createMember()]
      await db.insert(likes).values({ fromId: ben.id, toId: anna.id, createdAt: 1 })
      return [[anna, ben]]
    },
  } satisfies Record<string, () => Promise<TestMember[][]>>

  it.each(Object.keys(relations) as (keyof typeof relations)[])('is raised when %s changes', async (relation) => {
    for (const change of Object.values(changes)) {
      for (const [anna, ben] of await relations[relation]()) {
        if (!anna || !ben) throw new Error('no pair')
        const [before, other] = [await revisionOf(anna), await createMember()]
        await change(other)
        expect(await revisionOf(anna)).toBe(before)
        await change(ben)
        expect(await revisionOf(anna)).toBe((before ?? 0) + 1)
        // Nothing changes with a second write of the same.
        await change(ben)
        expect(await revisionOf(anna)).toBe((before ?? 0) + 1)
      }
    }
  })

  it('is raised for both ends of a request when the other one is restricted, and for both sides of a block', async () => {
    const { anna, ben } = await openRequest()
    await turn(anna, 'restricted')
    await turn(ben, 'paused')
    expect([await revisionOf(ben), await revisionOf(anna)]).toEqual([1, 1])
    await db.insert(blocks).values({ blockerId: anna.id, blockedId: ben.id, createdAt: 1 })
    expect([await revisionOf(ben), await revisionOf(anna)]).toEqual([2, 2])
  })
})

it('the arrival of a favourite who has paused since is in no badge', async () => {
  const { conversation, anna, ben } = await createMatch()
  await notifyMember(env, anna.id, { id: newId(), kind: 'favourite', from: ben.id, conversation })
  expect(await badges(anna)).toMatchObject({ notifications: 1 })
  await turn(ben, 'paused')
  await db.update(profiles).set({ discoverable: false }).where(eq(profiles.memberId, ben.id))
  expect(await badges(anna)).toMatchObject({ notifications: 0 })
  expect(await listed(anna)).toEqual([])
})
