import { env, SELF } from 'cloudflare:test'
import { expect, it } from 'vitest'
import { readHistory } from '#features/chat/server/public.ts'
import { readSummary } from '#features/member-hub/server/public.ts'
import { issueAccessToken } from '#features/session/server/access-token.ts'
import { eventually, newId, openPair, origin } from '../support/worker/realtime-client.ts'

async function post(memberId: string, path: string, body: BodyInit, type: string) {
  const token = await issueAccessToken(env, { sub: memberId, sid: newId(), kind: 'member' }, Date.now())
  return SELF.fetch(`${origin}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, cookie: `__Host-access=${token}`, 'content-type': type },
    body,
  })
}
const postForm = (memberId: string, path: string, fields: Record<string, string>) =>
  post(memberId, path, new URLSearchParams(fields).toString(), 'application/x-www-form-urlencoded')
const postJson = (memberId: string, path: string, body: unknown) => post(memberId, path, JSON.stringify(body), 'application/json')

it('a plain form sends a message once, however often it is submitted, and returns to the conversation', async () => {
  const { conversation, anna, ben } = await openPair()
  const fields = { conversation, cid: newId(), text: ' hello ' }
  for (let n = 0; n < 2; n += 1) {
    const response = await postForm(anna, '/api/chat/send', fields)
    expect([response.status, response.headers.get('location')]).toEqual([303, `/messages?chat=${conversation}`])
  }
  expect((await readHistory(env, conversation, ben))?.page?.messages.map((message) => message.text)).toEqual(['hello'])
})

it('an empty or too long text is refused by field, and nothing is stored', async () => {
  const { conversation, anna } = await openPair()
  for (const text of ['', ' \u200b ', 'x'.repeat(2001)]) {
    const response = await postJson(anna, '/api/chat/send', { conversation, cid: newId(), text })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ error: { code: 'invalid', fields: { text: expect.any(String) } } })
  }
  expect((await readHistory(env, conversation, anna))?.page?.head).toBe(0)
})

it('a conversation of others and one that never was are the same 404', async () => {
  const { conversation } = await openPair()
  const stranger = newId()
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
  const { conversation, anna, ben } = await openPair()
  await postJson(anna, '/api/chat/send', { conversation, cid: newId(), text: 'hello' })
  await eventually(async () => (await readSummary(env, ben))?.unread === 1, 'one unread')
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
