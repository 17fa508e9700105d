import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { members, registrations } from '#db/schema.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { newPersonAtProvider, ownersOf, visitProvider } from '#test/support/worker/provider-visit.ts'
import { codeIn, emailsTo, newPerson, Visitor } from '#test/support/worker/visitor.ts'

const minuteMs = 60_000

vi.setConfig({ testTimeout: 60_000 })
afterEach(() => void vi.useRealTimers())

/** Moves the clock of the worker; only `Date` is replaced. */
function advance(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
}

describe('a sign-up that a provider vouches for', () => {
  const vouched = async (person = newPersonAtProvider()) => {
    const visitor = new Visitor()
    await visitProvider(visitor, 'google', { person })
    return { visitor, person }
  }
  const formOf = (overrides: Record<string, unknown> = {}) => {
    const { password: _, ...form } = newPerson({ provider: 'google', ...overrides })
    return form
  }

  it('needs a password once fifteen minutes have passed', async () => {
    const { visitor } = await vouched()
    advance(15 * minuteMs + 1000)
    const response = await visitor.post('/api/auth/sign-up', formOf())
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ error: { fields: { password: expect.any(String) } } })
  })

  it('needs a password in a browser that nobody vouches for, and when it names another provider', async () => {
    expect((await new Visitor().post('/api/auth/sign-up', formOf())).status).toBe(422)
    const { visitor } = await vouched()
    expect((await visitor.post('/api/auth/sign-up', formOf({ provider: 'facebook' }))).status).toBe(422)
  })

  it('keeps a password and no identity when the form has one', async () => {
    const { visitor, person } = await vouched()
    const form = newPerson()
    expect((await visitor.post('/api/auth/sign-up', form)).status).toBe(201)
    const [pending] = await db.select().from(registrations).where(eq(registrations.email, form.email))
    expect(pending?.identity).toBeNull()
    expect(pending?.passwordHash).toMatch(/^scrypt/)
    expect(await ownersOf(person.sub)).toEqual([])
  })

  it('ignores claims that were sealed by nobody', async () => {
    const visitor = new Visitor()
    visitor.cookies.set('__Host-claims', 'eyJhbGciOiJub25lIn0.e30.')
    expect((await visitor.post('/api/auth/sign-up', formOf())).status).toBe(422)
  })

  it('answers the same for an address that has an account, links nothing, and informs its owner', async () => {
    const owner = await createMember({ member: { email: `${crypto.randomUUID()}@example.test` } })
    const [{ email } = { email: '' }] = await db.select().from(members).where(eq(members.id, owner.id))
    const known = await vouched(newPersonAtProvider({ email }))
    const fresh = await vouched()
    const answers = await Promise.all([
      known.visitor.post('/api/auth/sign-up', formOf({ email })),
      fresh.visitor.post('/api/auth/sign-up', formOf({ email: fresh.person.email })),
    ])
    const shapes = await Promise.all(answers.map(async (answer) => [answer.status, Object.keys(await answer.json<object>())]))
    expect(shapes[0]).toEqual(shapes[1])
    expect(await ownersOf(known.person.sub)).toEqual([])
    expect(emailsTo(email)).toHaveLength(1)
    expect(codeIn(emailsTo(email)[0])).toBe('')
  })

  it('gives one identity to one account, whichever of two sign-ups is confirmed first', async () => {
    const person = newPersonAtProvider()
    const [first, second] = [await vouched(person), await vouched(person)]
    const forms = [formOf(), formOf()]
    await first.visitor.post('/api/auth/sign-up', forms[0])
    await second.visitor.post('/api/auth/sign-up', forms[1])
    const verify = (visitor: Visitor, email: string | undefined) =>
      visitor.post('/api/registration/verify', { code: codeIn(emailsTo(String(email)).at(-1)) })
    expect((await verify(first.visitor, forms[0]?.email)).status).toBe(200)
    expect((await verify(second.visitor, forms[1]?.email)).status).toBe(409)
    expect(await ownersOf(person.sub)).toHaveLength(1)
    expect(
      await db
        .select()
        .from(members)
        .where(eq(members.email, forms[1]?.email ?? '')),
    ).toEqual([])
  })
})
