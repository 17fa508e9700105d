import { env, SELF } from 'cloudflare:test'
import { expect, it } from 'vitest'
import { readHistory } from '#features/chat/server/public.ts'
import { readSummary } from '#features/member-hub/server/public.ts'
import { createMember, postForm, postJson } from '#test/support/worker/members.ts'
import { eventually, newId, openPair, origin } from '#test/support/worker/realtime-client.ts'

/** A conversation of two signed-in members. */
async function openChat() {
  const { conversation, anna, ben } = await openPair()
  const [one, other] = await Promise.all([createMember({ member: { id: anna } }), createMember({ member: { id: ben } })])
  return { conversation, anna: one, ben: other }
}

it('a plain form sends a message once, however often it is submitted, and returns to the conversation', async () => {
  const { conversation, anna, ben } = await openChat()
  const fields = { conversation, cid: newId(), text: ' hello ' }
  for (let n = 0; n < 2; n += 1) {
    const response = await postForm(anna, '/api/chat/send', fields)
    expect([response.status, response.headers.get('location')]).toEqual([303, `/messages?chat=${conversation}`])
  }
  expect((await readHistory(env, conversation, ben.id))?.page?.messages.map((message) => message.text)).toEqual(['hello'])
})

it('an empty or too long text is refused by field, and nothing is stored', async () => {
  const { conversation, anna } = await openChat()
  for (const text of ['', ' \u200b ', 'x'.repeat(2001)]) {
    const response = await postJson(anna, '/api/chat/send', { conversation, cid: newId(), text })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ error: { code: 'invalid', fields: { text: expect.any(String) } } })
  }
  expect((await readHistory(env, conversation, anna.id))?.page?.head).toBe(0)
})

it('a conversation of others and one that never was are the same 404', async () => {
  const { conversation } = await openPair()
  const stranger = await createMember()
  const bodies = await Promise.all(
    [conversation, newId()]
      .flatMap((id) => [
        postJson(stranger, '/api/chat/send', { conversation: id, cid: newId(), text: 'hello' }),
        postJson(stranger, '/api/chat/read', { conversation: id, seq: 1 }),
      ])
      .map(async (answer) => {
        const response = await answer
        return [response.status, await response.json()]
      }),
  )
  expect(bodies[0]?.[0]).toBe(404)
  for (const body of bodies) expect(body).toEqual(bodies[0])
})

it('reading over HTTP clears the unread count', async () => {
  const { conversation, anna, ben } = await openChat()
  await postJson(anna, '/api/chat/send', { conversation, cid: newId(), text: 'hello' })
  await eventually(async () => (await readSummary(env, ben.id))?.unread === 1, 'one unread')
  const response = await postJson(ben, '/api/chat/read', { conversation, seq: 1 })
  expect([response.status, await response.json()]).toEqual([200, { unread: 0 }])
  expect((await postJson(ben, '/api/chat/read', { conversation, seq: 'x' })).status).toBe(422)
})

it('guests are told to sign in', async () => {
  const response = await SELF.fetch(`${origin}/api/chat/send`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ conversation: newId(), cid: newId(), text: 'hello' }),
  })
  expect(response.status).toBe(401)
})

it('the token of a session that has ended neither writes nor reads', async () => {
  const { conversation, anna } = await openChat()
  await env.DB.prepare('update sessions set revoked_at = 1 where id = ?').bind(anna.sid).run()
  const answers = await Promise.all([
    postJson(anna, '/api/chat/send', { conversation, cid: newId(), text: 'hello' }),
    postJson(anna, '/api/chat/read', { conversation, seq: 0 }),
  ])
  expect(answers.map((answer) => answer.status)).toEqual([401, 401])
  expect((await readHistory(env, conversation, anna.id))?.page?.head).toBe(0)
})
