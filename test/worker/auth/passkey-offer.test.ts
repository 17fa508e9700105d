import { eq } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { members, passkeys } from '#db/schema.ts'
import { signInsBeforePasskey } from '#features/auth/contract.ts'
import { createPerson, password, signIn, type TestPerson } from '#test/support/worker/account.ts'
import { db } from '#test/support/worker/members.ts'
import { addPasskey, Authenticator } from '#test/support/worker/passkeys.ts'
import { Visitor } from '#test/support/worker/visitor.ts'

// Hashing a password takes its time by design.
vi.setConfig({ testTimeout: 60_000 })

const isOffered = async (visitor: Visitor) => (await (await visitor.get('/likes')).text()).includes('"offersPasskey":true')

async function signInAfresh({ email }: TestPerson): Promise<Visitor> {
  const visitor = new Visitor()
  expect((await signIn(email, password, visitor)).status).toBe(200)
  return visitor
}

/** Signs in as often as it takes, in a new browser each time. */
async function signInOften(person: TestPerson): Promise<Visitor> {
  for (let count = 1; count < signInsBeforePasskey; count += 1) await signInAfresh(person)
  return signInAfresh(person)
}

const rowOf = async ({ id }: TestPerson) => (await db.select().from(members).where(eq(members.id, id)))[0]

it('a passkey is offered from the third sign-in on, whatever the browser; a wrong password counts for nothing', async () => {
  const person = await createPerson()
  const offers = []
  for (let count = 1; count <= 4; count += 1) {
    expect((await signIn(person.email, 'not-the-password')).status).toBe(401)
    offers.push(await isOffered(await signInAfresh(person)))
  }
  expect(signInsBeforePasskey).toBe(3)
  expect(offers).toEqual([false, false, true, true])
  expect((await rowOf(person))?.signIns).toBe(signInsBeforePasskey)
})

it('a “not now” ends the offer in every browser, and says nothing else', async () => {
  const person = await createPerson()
  const visitor = await signInOften(person)
  expect(await isOffered(visitor)).toBe(true)
  const answer = await visitor.post('/api/auth/passkeys/not-now', {})
  expect([answer.status, await answer.json()]).toEqual([200, {}])
  expect([await isOffered(visitor), await isOffered(await signInAfresh(person))]).toEqual([false, false])
  expect((await new Visitor().post('/api/auth/passkeys/not-now', {})).status).toBe(401)
})

it('whoever has a passkey is not offered one, and whoever has removed it is', async () => {
  const person = await createPerson()
  const visitor = await signInOften(person)
  expect((await addPasskey(visitor, await Authenticator.create())).status).toBe(200)
  expect(await isOffered(visitor)).toBe(false)
  await db.delete(passkeys).where(eq(passkeys.memberId, person.id))
  expect(await isOffered(visitor)).toBe(true)
})
