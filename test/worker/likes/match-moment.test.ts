import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { expect, it } from 'vitest'
import { likeActions, type LikeAnswer, type LikesProps } from '#features/likes/contract.ts'
import { finishMatches } from '#features/likes/server/public.ts'
import { readSummary } from '#features/member-hub/server/public.ts'
import { notificationActions, type NoticesRead } from '#features/notifications/contract.ts'
import { createMember, postJson, type TestMember } from '#test/support/worker/members.ts'
import { readPayload } from '#test/support/worker/pages.ts'
import { origin } from '#test/support/worker/realtime-client.ts'
import { createApp } from '#worker/app.ts'

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

it('a match whose conversation was away is announced later to the other alone: its maker saw it with the answer', async () => {
  const [anna, ben] = await Promise.all([createMember(), createMember()])
  await postJson(anna, likeActions.like.path, { id: ben.id })
  const CONVERSATION = { getByName: () => ({ open: () => Promise.reject(new Error('away')) }) }
  const context = createExecutionContext()
  const headers = { authorization: `Bearer ${ben.token}`, origin, 'content-type': 'application/json' }
  const request = new Request(origin + likeActions.like.path, { method: 'POST', headers, body: JSON.stringify({ id: anna.id }) })
  const response = await createApp().fetch(request, Object.assign({}, env, { CONVERSATION }), context)
  await waitOnExecutionContext(context)
  const { match: isMatch, conversationId: conversation = '' } = await response.json<LikeAnswer>()
  expect([isMatch, await matchOf(anna), await matchOf(ben)]).toEqual([true, null, null])
  await finishMatches(env, Date.now() + 60_000)
  expect([await matchOf(anna), await matchOf(ben)]).toEqual([conversation, null])
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
