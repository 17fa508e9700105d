import { expect, it, vi } from 'vitest'
import { browserOf, createPerson, password } from '#test/support/worker/account.ts'
import { codeIn, emailsTo, newPerson, Visitor } from '#test/support/worker/visitor.ts'

// Hashing a password takes its time by design.
vi.setConfig({ testTimeout: 60_000 })

const breached = 'zaq12wsxcde3'

it('a breached password is refused at sign-up, at a reset and at a change, with a text at its field', async () => {
  const person = await createPerson()
  const asked = await new Visitor().post('/api/account/reset', { email: person.email })
  const c = new URL((await asked.json<{ redirect: string }>()).redirect, 'https://kismet.localhost').searchParams.get('c')
  const code = codeIn(emailsTo(person.email).at(-1))
  const answers = [
    await new Visitor().post('/api/auth/sign-up', newPerson({ password: breached })),
    await new Visitor().post('/api/account/reset/password', { c, code, password: breached }),
    await browserOf(person).post('/api/account/password', { currentPassword: password, password: breached }),
  ]
  for (const answer of answers) {
    expect(answer.status, answer.url).toBe(422)
    expect(await answer.json()).toMatchObject({ error: { fields: { password: expect.stringMatching(/^Too many people/) } } })
  }
})
