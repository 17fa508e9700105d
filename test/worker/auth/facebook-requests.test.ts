import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { members } from '#db/schema.ts'
import { db } from '#test/support/worker/members.ts'
import { createLinked, linkTo, newPersonAtProvider, ownersOf } from '#test/support/worker/provider-visit.ts'
import { Visitor } from '#test/support/worker/visitor.ts'

describe("Facebook's own requests", () => {
  const encode = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  async function sign(payload: unknown, secret = env.FACEBOOK_CLIENT_SECRET ?? ''): Promise<string> {
    const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
      'sign',
    ])
    const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(encode(payload))))
    const signature = btoa(String.fromCharCode(...mac))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
    return `${signature}.${encode(payload)}`
  }
  const seconds = () => Math.floor(Date.now() / 1000)
  /** As Facebook's server posts it: no Origin, no cookies. */
  const post = (path: string, signed: string) =>
    new Visitor().submit(path, [['signed_request', signed]], {
      origin: 'https://www.facebook.com',
      'sec-fetch-site': 'cross-site',
    })

  it.each(['/api/auth/facebook/deletion', '/api/auth/facebook/deauthorize'])('at %s remove the identity', async (path) => {
    const { person } = await createLinked('facebook')
    const response = await post(path, await sign({ algorithm: 'HMAC-SHA256', user_id: person.sub, issued_at: seconds() }))
    expect(response.status).toBe(200)
    const body = await response.json<{ url: string; confirmation_code: string }>()
    expect(body.confirmation_code).toMatch(/^[\w-]{22}$/)
    expect(body.url).toBe(`https://kismet.localhost/api/auth/facebook/deletion?code=${body.confirmation_code}`)
    expect((await new Visitor().get(new URL(body.url).pathname)).status).toBe(200)
    expect(await ownersOf(person.sub)).toEqual([])
  })

  it('at the deletion start that of an account which nothing else opens, and of no other', async () => {
    const ask = async (path: string, sub: string) =>
      post(path, await sign({ algorithm: 'HMAC-SHA256', user_id: sub, issued_at: seconds() }))
    const [alone, unlinked] = [await createLinked('facebook'), await createLinked('facebook')]
    const withPassword = await createLinked('facebook', { member: { passwordHash: 'scrypt' } })
    const withGoogle = await createLinked('facebook')
    await linkTo('google', withGoogle.member.id, newPersonAtProvider())
    await ask('/api/auth/facebook/deauthorize', unlinked.person.sub)
    for (const { person } of [alone, withPassword, withGoogle]) await ask('/api/auth/facebook/deletion', person.sub)
    const stateOf = async (id: string) => (await db.select().from(members).where(eq(members.id, id)))[0]?.state
    const all = [alone, unlinked, withPassword, withGoogle]
    expect(await Promise.all(all.map(({ member }) => stateOf(member.id)))).toEqual([
      'deleted',
      'complete',
      'complete',
      'complete',
    ])
    expect((await Promise.all(all.map(({ person }) => ownersOf(person.sub)))).flat()).toEqual([])
  })

  it.each([
    ['another secret', (sub: string) => sign({ algorithm: 'HMAC-SHA256', user_id: sub, issued_at: seconds() }, 'guessed')],
    ['no signature', async (sub: string) => `.${encode({ algorithm: 'HMAC-SHA256', user_id: sub, issued_at: seconds() })}`],
    ['another algorithm', (sub: string) => sign({ algorithm: 'none', user_id: sub, issued_at: seconds() })],
    ['an old request', (sub: string) => sign({ algorithm: 'HMAC-SHA256', user_id: sub, issued_at: seconds() - 90_000 })],
    ['nothing readable', async () => 'x'],
  ])('change nothing with %s', async (_, make) => {
    const { person } = await createLinked('facebook')
    expect((await post('/api/auth/facebook/deletion', await make(person.sub))).status).toBe(400)
    expect(await ownersOf(person.sub)).toHaveLength(1)
  })

  it("never touch another provider's identity of the same subject", async () => {
    const { person } = await createLinked('google')
    await post('/api/auth/facebook/deletion', await sign({ algorithm: 'HMAC-SHA256', user_id: person.sub, issued_at: seconds() }))
    expect(await ownersOf(person.sub)).toHaveLength(1)
  })
})
