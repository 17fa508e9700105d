import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { secondFactors } from '#db/schema.ts'
import { issueAccessToken } from '#features/auth/session/server/tokens/access-token.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { codeNow, createEnrolled } from '#test/support/worker/staff.ts'
import { join, Visitor } from '#test/support/worker/visitor.ts'

/** The deployment after a leak: a new secret, and none from before. */
const after = { SESSION_SECRET: 'a-secret-after-the-leak-0123456789-0123456789', SESSION_SECRET_PREVIOUS: '' }

const bearer = (token: string) => ({ authorization: `Bearer ${token}`, accept: 'application/json' })

it('tokens made with a leaked secret open nothing once it and the one before are replaced', async () => {
  const member = await createMember()
  const forged = await issueAccessToken(env, { sub: member.id, sid: member.sid, kind: 'member' }, Date.now())
  expect((await new Visitor().get('/api/auth/session', bearer(forged))).status).toBe(200)
  for (const path of ['/api/auth/session', '/api/realtime/token'])
    expect([path, (await new Visitor(undefined, after).get(path, bearer(forged))).status]).toEqual([path, 401])
})

it('whoever was signed in keeps their account: they sign in again with their password', async () => {
  const { visitor, person } = await join()
  const browser = new Visitor(undefined, after)
  visitor.cookies.forEach((value, name) => browser.cookies.set(name, value))
  expect((await browser.get('/api/auth/session')).status).toBe(401)
  expect((await browser.post('/api/auth/sign-in', { email: person.email, password: person.password })).status).toBe(200)
  expect((await browser.get('/api/auth/session')).status).toBe(200)
})

it('a second factor from before is of no use, and is set up again once its row is removed', async () => {
  const operator = await createEnrolled('operator')
  const visitor = new Visitor(undefined, after)
  const token = await issueAccessToken(after, { sub: operator.id, sid: operator.member.sid, kind: 'member' }, Date.now())
  const headers = { authorization: `Bearer ${token}` }
  const refused = await visitor.submit('/ops/code', [['code', await codeNow()]], headers)
  expect(refused.status).toBe(422)
  await db.delete(secondFactors).where(eq(secondFactors.memberId, operator.id))
  const page = await (await visitor.get('/ops', headers)).text()
  expect(page).toContain('To set up a second factor')
})
