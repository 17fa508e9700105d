import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { members, registrations } from '#db/schema.ts'
import { hashPassword } from '#server/crypto/password-hash.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { browserOf } from '#test/support/worker/account.ts'
import { messagesOf, newMessage, sendForm } from '#test/support/worker/contact.ts'
import { createMember, db, postJson } from '#test/support/worker/members.ts'
import { newId } from '#test/support/worker/realtime-client.ts'
import { createModerator } from '#test/support/worker/staff.ts'
import { codeIn, emailsTo, linkIn, newPerson, signUp, Visitor, visitorElsewhere } from '#test/support/worker/visitor.ts'

// Hashing a password takes its time by design.
vi.setConfig({ testTimeout: 120_000 })

const password = 'warm-river-lantern'
/** One address, and the ways in which browsers, keyboards and documents write it. */
function addresses() {
  const name = `anna-${newId().toLowerCase()}`
  const typed = [
    `${name}@münchen.example`, `${name.toUpperCase()}@MÜNCHEN.EXAMPLE`, `${name}@mu\u0308nchen.example`, `${name}@xn--mnchen-3ya.example`,
    ` ${name}@münchen.example\u00a0`, `\u200b${name}@münchen.example.`, `${name}＠münchen。example`,
    `mailto:${name}@münchen.example`, `Anna <${name}@münchen.example>;`,
  ] // prettier-ignore
  return { stored: `${name}@xn--mnchen-3ya.example`, typed }
}

describe('an address at an international domain is one address, however it is written,', () => {
  it('at sign-up', async () => {
    const { stored, typed } = addresses()
    for (const email of typed.slice(0, 3)) {
      const response = await new Visitor().post('/api/auth/sign-up', { ...newPerson(), email })
      expect(response.status, email).toBe(201)
    }
    const rows = await db.select().from(registrations).where(eq(registrations.email, stored))
    expect(rows.length).toBeGreaterThan(0)
    expect(emailsTo(stored).length).toBeGreaterThan(0)
  })

  it('at sign-in, and when a new password is asked for', async () => {
    const { stored, typed } = addresses()
    await createMember({ member: { email: stored, passwordHash: await hashPassword(password) } })
    for (const email of typed.slice(1))
      expect((await new Visitor().post('/api/auth/sign-in', { email, password })).status, email).toBe(200)
    const before = emailsTo(stored).length
    expect((await visitorElsewhere().post('/api/account/reset', { email: typed[0] ?? '' })).status).toBeLessThan(400)
    expect(emailsTo(stored).length).toBeGreaterThan(before)
  })

  it('in a message to us', async () => {
    const { stored, typed } = addresses()
    for (const email of typed.slice(0, 3)) await sendForm(visitorElsewhere(), newMessage({ email }))
    expect(await messagesOf(stored)).toHaveLength(3)
  })
})

describe('the address is no password, however it is written,', () => {
  const refusal = async (response: Response) => [response.status, (await response.json<ErrorBody>()).error.fields?.['password']]
  const refused = [422, expect.stringContaining('can’t be your email address')]

  it('at sign-up', async () => {
    const { stored, typed } = addresses()
    for (const secret of [stored, ...typed])
      expect(await refusal(await new Visitor().post('/api/auth/sign-up', { ...newPerson({ email: typed[0] }), password: secret })), secret).toEqual(refused) // prettier-ignore
    const other = await new Visitor().post('/api/auth/sign-up', { ...newPerson({ email: typed[0] }), password: `x${stored}` })
    expect(other.status).toBe(201)
  })

  it('at the confirmation in another browser', async () => {
    const { stored, typed } = addresses()
    await signUp(newPerson({ email: stored }))
    const letter = emailsTo(stored).at(-1)
    const t = new URL(linkIn(letter), 'https://kismet.localhost').searchParams.get('t') ?? ''
    const body = { code: codeIn(letter), t, terms: 'on', sensitiveData: 'on' }
    for (const secret of typed.slice(0, 3))
      expect(await refusal(await visitorElsewhere().post('/api/registration/verify/anew', { ...body, password: secret })), secret).toEqual(refused) // prettier-ignore
  })

  it('at a change, and at a reset', async () => {
    const { stored, typed } = addresses()
    const member = await createMember({ member: { email: stored, passwordHash: await hashPassword(password) } })
    for (const secret of typed.slice(0, 3)) {
      const change = await browserOf(member).post('/api/account/password', { currentPassword: password, password: secret })
      expect(await refusal(change), secret).toEqual(refused)
    }
    const asked = await visitorElsewhere().post('/api/account/reset', { email: stored })
    const { redirect } = await asked.json<{ redirect: string }>()
    const c = new URL(redirect, 'https://kismet.localhost').searchParams.get('c') ?? ''
    for (const secret of typed.slice(0, 3)) {
      const reset = { c, code: codeIn(emailsTo(stored).at(-1)), password: secret }
      expect(await refusal(await visitorElsewhere().post('/api/account/reset/password', reset)), secret).toEqual(refused)
    }
  })
})

it('an operator finds a member by any of them', async () => {
  const { stored, typed } = addresses()
  const member = await createMember({ member: { email: stored } })
  const moderator = await createModerator()
  for (const email of typed) {
    const answer = await moderator.submit('/ops/members', { email })
    expect([answer.status, answer.headers.get('location')], email).toEqual([303, `/ops/members/${member.id}`])
  }
})

describe('a first name', () => {
  const refusal = async (firstName: string) => {
    const response = await new Visitor().post('/api/auth/sign-up', { ...newPerson(), firstName })
    return response.status === 201 ? 'taken' : (await response.json<ErrorBody>()).error.fields?.['firstName']
  }

  it.each(['\u3164', '\u115f', '\u1160', '\uffa0', '\u3164\u3164', '\u200b \u00ad'])('of nothing to see is empty: %j', async (name) => {
    expect(await refusal(name)).toBe('Please fill this in.')
  }) // prettier-ignore

  it.each([`A${'\u0335'.repeat(39)}`, 'Anna 2', 'anna.com', '\u202eannA'])('that is none is refused with the rule: %j', async (name) => {
    expect(await refusal(name)).toMatch(/numbers and symbols.+hyphens/i)
  }) // prettier-ignore

  it('is stored in one spelling', async () => {
    const member = await createMember()
    const answer = await postJson(member, '/api/profile/basics', { firstName: 'Дар`я\u00a0Марія', gender: 'woman', revision: 0, overwrite: '1' }) // prettier-ignore
    expect(answer.status, await answer.text()).toBe(200)
    expect((await db.select().from(members).where(eq(members.id, member.id)))[0]?.firstName).toBe('Дар’я Марія')
  })
})
