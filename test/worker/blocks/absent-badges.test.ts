import { chatActions } from '#features/chat/contract.ts'
import { env, SELF } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { members, profiles } from '#db/schema.ts'
import type { MessagesProps } from '#features/chat/ui/inbox/messages-props.ts'
import { notifyMember, readSummary } from '#features/member-hub/server/public.ts'
import { notificationActions, type NotificationsPage } from '#features/notifications/contract.ts'
import { channelName } from '#shared/realtime/wire.ts'
import { createMatch } from '#test/support/worker/match.ts'
import { db, postJson, type TestMember } from '#test/support/worker/members.ts'
import { crash } from '#test/support/worker/objects.ts'
import { readPayload } from '#test/support/worker/pages.ts'
import { connect, dataOf, eventually, newId, origin } from '#test/support/worker/realtime-client.ts'
import { openRequest } from '#test/support/worker/requests.ts'
import { readInbox } from '#features/chat/server/public.ts'

const turn = (member: TestMember, state: (typeof members.$inferSelect)['state']) =>
  db.update(members).set({ state }).where(eq(members.id, member.id))
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
  await eventually(async () => (await readSummary(env, anna.id))?.unread === 1, 'the count')
  expect(await readSummary(env, anna.id)).toMatchObject({ unread: 1, notifications: 1 })
  return { conversation, anna, ben }
}

describe.each(['restricted', 'deleted'] as const)('somebody who is %s', (state) => {
  it('is in no badge with what they wrote', async () => {
    const { anna, ben } = await createUnread()
    await turn(ben, state)
    expect(await readSummary(env, anna.id)).toMatchObject({ unread: 0, notifications: 0, conversations: [] })
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
    expect(await readSummary(env, ben.id)).toMatchObject({ requests: 1, notifications: 1 })
    await turn(anna, state)
    expect((await readPayload<MessagesProps>(ben, '/messages')).props.requests).toBe(0)
    expect(await readSummary(env, ben.id)).toMatchObject({ requests: 0, notifications: 0 })
  })

  it('counts again once they are back, at the latest with what they write', async () => {
    const { conversation, anna, ben } = await createUnread()
    await turn(ben, state)
    expect(await readSummary(env, anna.id)).toMatchObject({ unread: 0 })
    await turn(ben, 'complete')
    const phone = await connect(anna.id, anna.sid)
    await phone.join(channelName.member(anna.id))
    expect(await readSummary(env, anna.id)).toMatchObject({ unread: 1 })
    await turn(ben, state)
    expect(await readSummary(env, anna.id)).toMatchObject({ unread: 0 })
    await turn(ben, 'complete')
    // What it may have been told meanwhile is true for some seconds.
    await crash(conversation)
    await write(ben, conversation)
    await phone.until(() => phone.events('inbox').find(({ data }) => data.totalUnread === 2), 'both messages')
  })
})

it('the arrival of a favourite who has paused since is in no badge', async () => {
  const { conversation, anna, ben } = await createMatch()
  await notifyMember(env, anna.id, { id: newId(), kind: 'favourite', from: ben.id, conversation })
  expect(await readSummary(env, anna.id)).toMatchObject({ notifications: 1 })
  await turn(ben, 'paused')
  await db.update(profiles).set({ discoverable: false }).where(eq(profiles.memberId, ben.id))
  expect(await readSummary(env, anna.id)).toMatchObject({ notifications: 0 })
  expect(await listed(anna)).toEqual([])
})
