import { sessionActions } from '#features/auth/contract.ts'
import { describe, expect, it, vi } from 'vitest'
import { addSession, browserOf, createPerson, password } from '#test/support/worker/account.ts'
import { codeIn, emailsTo, linkIn, Visitor } from '#test/support/worker/visitor.ts'

// Hashing a password takes its time by design.
vi.setConfig({ testTimeout: 60_000 })

/** Returns what the browser must drop, and whether its session is live. */
async function outcome(response: Response, visitor: Visitor) {
  const { user } = await (await visitor.get('/api/auth/status')).json<{ user: unknown }>()
  return { dropped: response.headers.get('clear-site-data'), isSignedIn: user !== null }
}
/** Not cookies and not storage: they hold the language, the known device and the chosen sound. */
const cleared = { dropped: '"cache"', isSignedIn: false }

async function askReset(email: string) {
  const asked = await new Visitor().post('/api/account/reset', { email })
  const { redirect } = await asked.json<{ redirect: string }>()
  return { c: new URL(redirect, 'https://kismet.localhost').searchParams.get('c'), code: codeIn(emailsTo(email).at(-1)) }
}

describe('a browser drops what it keeps of our answers', () => {
  it('at sign-out, by script and by form', async () => {
    const byScript = browserOf(await createPerson())
    const answer = await byScript.post(sessionActions.signOut.path, {})
    expect([answer.status, await outcome(answer, byScript)]).toEqual([200, cleared])
    const byForm = browserOf(await createPerson())
    const sentOn = await byForm.submit(sessionActions.signOut.path, [])
    expect([sentOn.status, await outcome(sentOn, byForm)]).toEqual([303, cleared])
  })

  it('when it ends itself among the devices', async () => {
    const person = await createPerson()
    const visitor = browserOf(person)
    expect(await outcome(await visitor.post('/api/account/devices/end', { id: person.sid }), visitor)).toEqual(cleared)
  })

  it('when it chooses a new password by a code', async () => {
    const person = await createPerson()
    const visitor = browserOf(person)
    const renewed = await visitor.post('/api/account/reset/password', {
      ...(await askReset(person.email)),
      password: 'cold-mountain-lantern',
    })
    expect([renewed.status, await outcome(renewed, visitor)]).toEqual([200, cleared])
  })

  it('when it takes a change of the address back', async () => {
    const person = await createPerson({ confirmedAgoMs: 0 })
    const visitor = browserOf(person)
    const email = `new-${crypto.randomUUID()}@example.test`
    await visitor.post('/api/account/email', { email, password })
    await visitor.post('/api/account/email/confirm', { code: codeIn(emailsTo(email).at(-1)) })
    const t = new URL(linkIn(emailsTo(person.email).at(-1)), 'https://kismet.localhost').searchParams.get('t')
    expect(await outcome(await visitor.post('/api/account/email/undo', { t }), visitor)).toEqual(cleared)
  })
})

it('a browser that ends another device, or resets somebody else’s password, keeps what it has', async () => {
  const [person, other] = [await createPerson(), await createPerson()]
  const visitor = browserOf(person)
  const id = await addSession(person.id)
  const kept = { dropped: null, isSignedIn: true }
  expect(await outcome(await visitor.post('/api/account/devices/end', { id }), visitor)).toEqual(kept)
  const renewed = await visitor.post('/api/account/reset/password', {
    ...(await askReset(other.email)),
    password: 'cold-mountain-lantern',
  })
  expect([renewed.status, await outcome(renewed, visitor)]).toEqual([200, kept])
})
