import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { identities } from '#db/schema.ts'
import { authorizeUrl, exchangeCode, newSecrets, readReturn } from '#features/auth/providers/server/open-id.ts'
import { findProvider } from '#features/auth/providers/server/settings.ts'
import { forgeries } from '#test/support/provider/forgeries.ts'
import { db } from '#test/support/worker/members.ts'
import {
  allow,
  createLinked,
  isSignedIn,
  leaveFor,
  newPersonAtProvider,
  ownersOf,
  providerNames,
  visitProvider,
} from '#test/support/worker/provider-visit.ts'
import { Visitor } from '#test/support/worker/visitor.ts'

const minuteMs = 60_000

vi.setConfig({ testTimeout: 60_000 })
afterEach(() => void vi.useRealTimers())

/** Moves the clock of the worker; only `Date` is replaced. */
function advance(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
}

/** Expects that nothing happened: a 404 with spec §2's words, no session, nothing stored. */
async function expectRefused(response: Response, visitor: Visitor, subject: string): Promise<void> {
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('Page Not Found')
  expect(await isSignedIn(visitor)).toBe(false)
  expect(visitor.cookies.has('__Host-claims')).toBe(false)
  expect(await ownersOf(subject)).toEqual([])
}

describe.each(providerNames)('what comes back from %s', (name) => {
  it.each(forgeries)('is refused with a token that is forged: %s', async (token) => {
    const { member, person } = await createLinked(name)
    await db.delete(identities).where(eq(identities.memberId, member.id))
    const visitor = new Visitor()
    await expectRefused(await visitProvider(visitor, name, { person, token }), visitor, person.sub)
  })

  it.each([
    ['no answer at all', ''],
    ['no state', '?code=abc'],
    ['a state of nobody', `?code=abc&state=${'x'.repeat(43)}`],
  ])('is a 404 with %s', async (_, query) => {
    const visitor = new Visitor()
    await expectRefused(await visitor.get(`/sign-in/${name}/callback${query}`), visitor, 'nobody')
    expect((await visitor.get(`/uk/sign-in/${name}/callback${query}`)).status).toBe(404)
  })

  it('is a 404 in a browser that has started nothing: nobody is signed in to a stranger (login CSRF)', async () => {
    const { member, person } = await createLinked(name)
    const { back } = await leaveFor(new Visitor(), `/api/auth/${name}`, { person })
    const victim = new Visitor()
    const response = await victim.get(back)
    expect(response.status).toBe(404)
    expect(await isSignedIn(victim)).toBe(false)
    expect(await ownersOf(person.sub)).toMatchObject([{ memberId: member.id }])
  })

  it("is a 404 with another attempt's code, also under one's own state (code injection)", async () => {
    const { person } = await createLinked(name)
    const thief = new Visitor()
    const { back: stolen } = await leaveFor(new Visitor(), `/api/auth/${name}`, { person })
    const { authorize } = await leaveFor(thief, `/api/auth/${name}`, { person: newPersonAtProvider() })
    const code = new URLSearchParams(stolen.split('?')[1]).get('code')
    const response = await thief.get(`/sign-in/${name}/callback?state=${authorize.searchParams.get('state')}&code=${code}`)
    expect(response.status).toBe(404)
    expect(await isSignedIn(thief)).toBe(false)
  })

  it.each(['state', 'code'])('is a 404 with two of %s', async (parameter) => {
    const { person } = await createLinked(name)
    const visitor = new Visitor()
    const { back } = await leaveFor(visitor, `/api/auth/${name}`, { person })
    expect((await visitor.get(`${back}&${parameter}=other`)).status).toBe(404)
    expect(await isSignedIn(visitor)).toBe(false)
  })

  it('is a 404 under another state, also with a code that would do, and uses nothing up', async () => {
    const { person } = await createLinked(name)
    const visitor = new Visitor()
    const { authorize, back } = await leaveFor(visitor, `/api/auth/${name}`, { person })
    const state = authorize.searchParams.get('state') ?? ''
    for (const other of ['', state.slice(1), `${state}x`, 'x'.repeat(state.length)]) {
      expect((await visitor.get(back.replace(state, other))).status).toBe(404)
      expect(await isSignedIn(visitor)).toBe(false)
    }
    await visitor.get(back)
    expect(await isSignedIn(visitor)).toBe(true)
  })

  it('works once, even for a browser that kept its cookie', async () => {
    const { person } = await createLinked(name)
    const visitor = new Visitor()
    const { authorize, back } = await leaveFor(visitor, `/api/auth/${name}`, { person })
    const kept = visitor.cookies.get('__Host-provider') ?? ''
    await visitor.get(back)
    const again = new Visitor()
    again.cookies.set('__Host-provider', kept)
    expect((await again.get(await allow(authorize.href, { person }))).status).toBe(404)
    expect(await isSignedIn(again)).toBe(false)
  })

  it('is a 404 after ten minutes', async () => {
    const { person } = await createLinked(name)
    const visitor = new Visitor()
    const { back } = await leaveFor(visitor, `/api/auth/${name}`, { person })
    advance(10 * minuteMs + 1000)
    expect((await visitor.get(back)).status).toBe(404)
  })

  it('is a 404 when another issuer claims to have sent it', async () => {
    const { person } = await createLinked(name)
    const visitor = new Visitor()
    const { back } = await leaveFor(visitor, `/api/auth/${name}`, { person })
    expect((await visitor.get(`${back}&iss=https%3A%2F%2Fevil.example`)).status).toBe(404)
  })

  it.each(['error', 'html', 'huge', 'redirect', 'slow'])(
    'brings back to the sign-in page when the provider is %s',
    async (endpoint) => {
      const { person } = await createLinked(name)
      const visitor = new Visitor()
      const response = await visitProvider(visitor, name, { person, endpoint })
      expect([response.status, response.headers.get('location')]).toEqual([302, '/sign-in'])
      expect(await isSignedIn(visitor)).toBe(false)
    },
  )
})

describe('one provider', () => {
  it("never stands in for another: an answer to Google is none at Facebook's callback", async () => {
    const { person } = await createLinked('google')
    const visitor = new Visitor()
    const { back } = await leaveFor(visitor, '/api/auth/google', { person })
    expect((await visitor.get(back.replace('google', 'facebook'))).status).toBe(404)
    expect(await isSignedIn(visitor)).toBe(false)
    // An answer that does not match uses nothing up.
    await visitor.get(back)
    expect(await isSignedIn(visitor)).toBe(true)
  })

  it('knows its own people only: the same subject of another issuer is somebody else', async () => {
    const { person } = await createLinked('google')
    const visitor = new Visitor()
    expect((await visitProvider(visitor, 'facebook', { person })).headers.get('location')).toBe('/sign-up')
    expect(await isSignedIn(visitor)).toBe(false)
  })

  it('is left only from a page of our own', async () => {
    const response = await new Visitor().submit('/api/auth/google', [], { 'sec-fetch-site': 'cross-site' })
    expect(response.status).toBe(403)
  })

  it("is left only by a press: a link to it is no page's", async () => {
    expect((await new Visitor().get('/api/auth/google')).status).toBe(404)
  })
})

/** Trades a genuine code, at a provider that publishes its keys at this endpoint. */
async function exchangeWith(endpoint: string, token?: 'es256') {
  const usual = findProvider(env, 'google')
  if (!usual) throw new Error('The tests have no provider')
  const provider = { ...usual, jwksUrl: `${env.GOOGLE_ISSUER}/${endpoint}` }
  const redirectUri = 'https://kismet.localhost/sign-in/google/callback'
  const secrets = newSecrets()
  const attempt = { ...secrets, purpose: 'sign-in', provider: 'google', next: null, locale: 'en', sid: null } as const
  const back = await allow(await authorizeUrl(provider, attempt, redirectUri), { person: newPersonAtProvider(), token })
  const answer = readReturn(provider, new URL(back, redirectUri), secrets.state)
  if (!answer || answer === 'declined') throw new Error('The provider gave no code')
  return exchangeCode(provider, { code: answer.code, secrets, redirectUri, now: Date.now() })
}

describe('keys of a provider', () => {
  it.each(['jwks-huge', 'jwks-error', 'jwks-slow', 'nowhere'])('are not taken from an answer like %s', async (endpoint) => {
    await expect(exchangeWith(endpoint)).rejects.toMatchObject({ kind: 'unavailable' })
  })

  it('are not chosen among a hundred of one id', async () => {
    await expect(exchangeWith('jwks-many')).rejects.toMatchObject({ kind: 'refused' })
  })

  it('are kept, for tokens of both algorithms, and asked for again when their five minutes are over', async () => {
    const asked = vi.spyOn(globalThis, 'fetch')
    const timesAsked = () => asked.mock.calls.filter(([url]) => String(url).endsWith('/jwks?kept')).length
    await exchangeWith('jwks?kept')
    await exchangeWith('jwks?kept', 'es256')
    expect(timesAsked()).toBe(1)
    advance(5 * minuteMs + 1000)
    await exchangeWith('jwks?kept')
    expect(timesAsked()).toBe(2)
    asked.mockRestore()
  })
})
