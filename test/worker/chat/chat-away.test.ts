import { chatActions } from '#features/chat/contract.ts'
import { env, SELF } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { members } from '#db/schema.ts'
import { readHistory } from '#features/chat/server/public.ts'
import { channelName } from '#shared/realtime/wire.ts'
import { createMatch } from '#test/support/worker/match.ts'
import { db, postJson, type TestMember } from '#test/support/worker/members.ts'
import { crash } from '#test/support/worker/objects.ts'
import { openPage } from '#test/support/worker/pages.ts'
import { pictureBytes } from '#test/support/worker/photos.ts'
import { connect, newId, origin } from '#test/support/worker/realtime-client.ts'

type State = (typeof members.$inferSelect)['state']

/** Anna and Ben have written to each other; then he gets this state, and the conversation's cached access has expired. */
async function createTalk(state: State) {
  const { conversation, anna, ben } = await createMatch()
  await postJson(anna, chatActions.send.path, { conversation, cid: newId(), text: 'hello' })
  await postJson(ben, chatActions.send.path, { conversation, cid: newId(), text: 'hello, too' })
  await turn(conversation, ben, state)
  return { conversation, anna, ben }
}

async function turn(conversation: string, member: TestMember, state: State): Promise<void> {
  await db.update(members).set({ state }).where(eq(members.id, member.id))
  await crash(conversation)
}

const upload = (member: TestMember, conversation: string) => {
  const body = new FormData()
  body.append('conversation', conversation)
  body.append('cid', newId())
  body.append('file', new File([pictureBytes('gpsJpeg')], 'photo.jpg', { type: 'image/jpeg' }))
  return SELF.fetch(origin + chatActions.photo.path, {
    method: 'POST',
    headers: { origin, accept: 'application/json', authorization: `Bearer ${member.token}` },
    body,
  })
}

/** Returns the answers that she gets from every way into the conversation. */
async function waysIn(member: TestMember, conversation: string) {
  const phone = await connect(member.id, member.sid)
  const channel = channelName.conversation(conversation)
  const answers = [
    await postJson(member, chatActions.send.path, { conversation, cid: newId(), text: 'hi' }),
    await postJson(member, chatActions.edit.path, { conversation, seq: 1, text: 'hello!' }),
    await postJson(member, chatActions.react.path, { conversation, seq: 2, emoji: '🔥' }),
    await postJson(member, chatActions.delete.path, { conversation, seq: 1 }),
    await upload(member, conversation),
    await openPage(member, `/messages?chat=${conversation}`),
  ]
  return {
    http: answers.map(({ status }) => status),
    joined: (await phone.join(channel)).status,
    said: (await phone.request({ type: 'message:send', channel, cid: newId(), text: 'hi' })).status,
    read: (await readHistory(env, conversation, member.id))?.page != null,
  }
}

const absent = { http: [404, 404, 404, 404, 404, 404], joined: 'error', said: 'error', read: false }
const there = { http: [200, 200, 200, 200, 200, 200], joined: 'success', said: 'success', read: true }

describe.each(['restricted', 'deleted'] as const)('a conversation whose other member is %s', (state) => {
  it('is as absent as one that never was', async () => {
    const { conversation, anna } = await createTalk(state)
    expect(await waysIn(anna, newId()), 'one that never was').toEqual(absent)
    expect(await waysIn(anna, conversation)).toEqual(absent)
  })

  it('is there again with its member', async () => {
    const { conversation, anna, ben } = await createTalk(state)
    expect((await postJson(anna, chatActions.send.path, { conversation, cid: newId(), text: 'hi' })).status).toBe(404)
    await turn(conversation, ben, 'complete')
    expect(await waysIn(anna, conversation)).toEqual(there)
  })
})

it('a conversation goes on while its other member has paused', async () => {
  const { conversation, anna } = await createTalk('paused')
  expect(await waysIn(anna, conversation)).toEqual(there)
})
