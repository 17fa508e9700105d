import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { members } from '#db/schema.ts'
import { sendMail } from '#features/mail/server/send-email.ts'
import { goodAddresses } from '#test/support/fixtures/addresses.ts'
import { password, signIn } from '#test/support/worker/account.ts'
import { db } from '#test/support/worker/members.ts'
import { codeIn, join, emailsTo, newPerson, signUp, Visitor } from '#test/support/worker/visitor.ts'

// Hashing a password takes its time by design.
vi.setConfig({ testTimeout: 60_000 })

/** Every character that a name may have and that means something to HTML, SQL, a shell or an email's head. */
const unusual = () => `o'brien&co+{x}|\`$~/=?^*%#!-${crypto.randomUUID().slice(0, 8)}@example.test`
const refused = { status: 422, fields: { email: expect.any(String) } }
const outcome = async (response: Response) => {
  const { error } = await response.json<{ error?: { fields?: unknown } }>()
  return { status: response.status, fields: error?.fields }
}

it.each(goodAddresses)('mail is sent to %s', async (to) => {
  await sendMail(env, { to, subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' })
})

it('an address with an apostrophe joins, signs in, resets its password, and is changed into another', async () => {
  const person = newPerson({ email: unusual(), password })
  const { visitor } = await join(person)
  expect((await signIn(person.email.toUpperCase(), password)).status).toBe(200)

  const asked = await new Visitor().post('/api/account/reset', { email: person.email })
  const id = new URL((await asked.json<{ redirect: string }>()).redirect, 'https://kismet.localhost').searchParams.get('c')
  const code = codeIn(emailsTo(person.email).at(-1))
  const renewed = await new Visitor().post('/api/account/reset/password', { c: id, code, password: 'cold-mountain-lantern' })
  expect(renewed.status).toBe(200)
  expect((await signIn(person.email, 'cold-mountain-lantern', visitor)).status).toBe(200)

  const email = unusual()
  expect((await visitor.post('/api/account/email', { email })).status).toBe(202)
  const changed = await visitor.post('/api/account/email/confirm', { code: codeIn(emailsTo(email).at(-1)) })
  expect([changed.status, await changed.json()]).toMatchObject([200, { email }])
  expect(await db.select().from(members).where(eq(members.email, email))).toHaveLength(1)
})

it('a decoy of such an address is like any other', async () => {
  const person = newPerson({ email: unusual(), password })
  await join(person)
  const [known, unknown] = [await signUp(newPerson({ email: person.email })), await signUp(newPerson({ email: unusual() }))]
  expect(known.response.status).toBe(unknown.response.status)
  expect(known.code).toBe('')
})

it('what is no address is refused wherever one is typed, with a text at its field', async () => {
  const email = "o'brien@@example.test"
  const { visitor } = await join()
  expect(await outcome(await new Visitor().post('/api/auth/sign-up', newPerson({ email })))).toEqual(refused)
  expect(await outcome(await new Visitor().post('/api/auth/sign-in', { email, password }))).toEqual(refused)
  expect(await outcome(await new Visitor().post('/api/account/reset', { email }))).toEqual(refused)
  expect(await outcome(await visitor.post('/api/account/email', { email }))).toEqual(refused)
})
