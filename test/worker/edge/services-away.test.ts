import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { afterEach, expect, test, vi } from 'vitest'
import { createApp } from '#worker/app.ts'
import { createWatched } from '#test/support/worker/canaries.ts'
import { linesOf, watchLog } from '#test/support/worker/log.ts'
import { consume, mailQueue, queueOf } from '#test/support/worker/mail-queue.ts'
import { newId, origin } from '#test/support/worker/realtime-client.ts'
import { codeIn, join, Visitor, type Email } from '#test/support/worker/visitor.ts'

afterEach(() => void vi.restoreAllMocks())

const app = createApp()

/** A call to the app with some of its bindings changed. */
async function ask(path: string, init: RequestInit, changed: object): Promise<Response> {
  const context = createExecutionContext()
  const headers = { origin, 'content-type': 'application/json', ...(init.headers as Record<string, string>) }
  const response = await app.fetch(new Request(origin + path, { ...init, headers }), { ...env, ...changed }, context)
  await response.clone().text()
  await waitOnExecutionContext(context)
  return response
}

test('a code asked for while mail is away waits for the service, arrives once, and opens what it was asked for', async () => {
  const lines = watchLog()
  const { person } = await join()
  const queued: unknown[] = []
  const MAIL = queueOf((body) => queued.push(body))
  const visitor = new Visitor(undefined, { MAIL })
  const asked = await visitor.post('/api/account/reset', { email: person.email })
  expect(asked.status).toBe(202)
  const c = new URL((await asked.json<{ redirect: string }>()).redirect, origin).searchParams.get('c')

  const sent: Email[] = []
  let isAway = true
  const EMAIL: SendEmail = {
    async send(message: EmailMessage | EmailMessageBuilder) {
      if (isAway) throw Object.assign(new Error('The service is away'), { code: 'E_INTERNAL_SERVER_ERROR' })
      if ('subject' in message)
        sent.push({ to: String(message.to), subject: message.subject, text: message.text ?? '', html: '' })
      return { messageId: 'test' }
    },
  }
  const [email] = queued
  for (const attempts of [1, 2]) expect((await consume(mailQueue, [email], { EMAIL, attempts })).retryMessages).toHaveLength(1)
  isAway = false
  expect((await consume(mailQueue, [email], { EMAIL, attempts: 3 })).explicitAcks).toEqual(['0'])
  expect(sent.map(({ to }) => to)).toEqual([person.email])
  const reset = { c, code: codeIn(sent[0]), password: 'cold-mountain-lantern' }
  expect((await visitor.post('/api/account/reset/password', reset)).status).toBe(200)
  expect(linesOf(lines, 'mail').filter(({ kind }) => kind === 'reset-code')).toHaveLength(3)
  expect(lines.join('\n')).not.toContain(person.email)
})

test('while a member’s object is overloaded their pages come without badges, and a message is refused, to be sent later', async () => {
  const overloaded = async () => Promise.reject(Object.assign(new Error('Durable Object is overloaded'), { overloaded: true }))
  const MEMBER_HUB = { getByName: () => new Proxy({}, { get: () => overloaded }) }
  const { viewer, conversation } = await createWatched('match')
  const headers = { authorization: `Bearer ${viewer.token}` }
  for (const path of ['/people-nearby', '/likes', '/profile'])
    expect([path, (await ask(path, { headers }, { MEMBER_HUB })).status]).toEqual([path, 200])
  const body = JSON.stringify({ conversation, cid: newId(), text: 'hello' })
  const sent = await ask('/api/chat/send', { method: 'POST', headers, body }, { MEMBER_HUB })
  expect(sent.status).toBe(500)
  expect((await ask('/api/chat/send', { method: 'POST', headers, body }, {})).status).toBe(200)
})
