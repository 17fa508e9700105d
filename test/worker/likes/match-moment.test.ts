import { env } from 'cloudflare:test'
import { expect, it } from 'vitest'
import { likeActions, type LikeAnswer, type LikesProps } from '#features/likes/contract.ts'
import { readSummary } from '#features/member-hub/server/public.ts'
import { notificationActions, type NoticesRead } from '#features/notifications/contract.ts'
import { createMember, postJson, type TestMember } from '#test/support/worker/members.ts'
import { readPayload } from '#test/support/worker/pages.ts'

const matchOf = async ({ id }: TestMember) => (await readSummary(env, id, null, null))?.match

/** Anna likes first, so Ben makes the match. */
async function match() {
  const [anna, ben] = [
    await createMember({ member: { firstName: 'Anna' } }),
    await createMember({ member: { firstName: 'Ben' } }),
  ]
  await postJson(anna, likeActions.like.path, { id: ben.id })
  const answer = await (await postJson(ben, likeActions.like.path, { id: anna.id })).json<LikeAnswer>()
  if (!answer.conversationId) throw new Error('No match')
  return { anna, ben, conversation: answer.conversationId }
}

it('the member who did not make a match has it in their summary until it was shown', async () => {
  const { anna, ben, conversation } = await match()
  expect(await matchOf(anna)).toBe(conversation)
  expect(await matchOf(ben)).toBeNull()
  expect((await postJson(anna, notificationActions.read.path, { id: `match:${conversation}` })).status).toBe(200)
  expect(await matchOf(anna)).toBeNull()
})

it('one of several windows may show a match: the first that marks it as read', async () => {
  const { anna, ben, conversation } = await match()
  const ask = async (member: TestMember) => {
    const answer = await postJson(member, notificationActions.read.path, { id: `match:${conversation}` })
    return (await answer.json<NoticesRead>()).wasUnread
  }
  const windows = await Promise.all(Array.from({ length: 20 }, () => ask(anna)))
  expect(windows.filter(Boolean)).toHaveLength(1)
  expect(await ask(ben)).toBe(false)
})

it('a match whose end came first is no moment', async () => {
  const { anna, ben } = await match()
  await postJson(ben, '/api/blocks', { id: anna.id })
  expect(await matchOf(anna)).toBeNull()
})

it('the page of likes finds a match by its conversation, for the two alone', async () => {
  const { anna, ben, conversation } = await match()
  const found = async (member: TestMember) =>
    (await readPayload<LikesProps>(member, `/likes?tab=matches&chat=${conversation}`)).props.match
  expect(await found(anna)).toMatchObject({ id: ben.id, firstName: 'Ben', conversationId: conversation })
  expect(await found(ben)).toMatchObject({ id: anna.id, firstName: 'Anna' })
  expect(await found(await createMember())).toBeNull()
  expect((await readPayload<LikesProps>(anna, '/likes?tab=matches&chat=')).props.match).toBeNull()
})
