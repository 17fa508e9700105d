import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { identities, members } from '#db/schema.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { newPersonAtProvider, ownersOf, visitProvider } from '#test/support/worker/provider-visit.ts'
import { codeIn, join, emailsTo, newPerson, signUp, Visitor } from '#test/support/worker/visitor.ts'

/**
 * The five ways of taking an account over before its owner makes it (Sudhodanan and Paverd, USENIX Security 2022), played
 * as scripts. In each the attacker is first, and in none may they end up in the account of the victim.
 */
vi.setConfig({ testTimeout: 60_000 })

const attackersPassword = 'the-attacker-knows-it'
const newAddress = () => `victim-${crypto.randomUUID().slice(0, 8)}@example.test`

const accountOf = async (email: string) => (await db.select().from(members).where(eq(members.email, email)))[0]

async function signedInAs(visitor: Visitor): Promise<{ id: string; state: string } | null> {
  const response = await visitor.get('/api/auth/session')
  return response.status === 200 ? (await response.json<{ user: { id: string; state: string } }>()).user : null
}

/** The victim joins through Google with the email's code, as anybody would. */
async function joinThroughGoogle(email: string) {
  const person = newPersonAtProvider({ email })
  const visitor = new Visitor()
  await visitProvider(visitor, 'google', { person })
  const { password: _, ...form } = newPerson({ email, provider: 'google' })
  await visitor.post('/api/auth/sign-up', form)
  const response = await visitor.post('/api/registration/verify', { code: codeIn(emailsTo(email).at(-1)) })
  const account = await accountOf(email)
  if (response.status !== 200 || !account) throw new Error(`the victim could not join: ${response.status}`)
  return { person, visitor, account }
}

describe('an attacker who was there first', () => {
  it('with the victim’s address and a password gains nothing when the victim comes through Google (classic-federated merge)', async () => {
    const email = newAddress()
    const attack = await signUp(newPerson({ email, password: attackersPassword }))
    const { account, person } = await joinThroughGoogle(email)
    expect(account.passwordHash).toBe('')
    expect((await ownersOf(person.sub))[0]?.memberId).toBe(account.id)

    expect((await attack.visitor.post('/api/registration/verify', { code: attack.code })).status).not.toBe(200)
    const again = new Visitor()
    await again.post('/api/auth/sign-in', { email, password: attackersPassword })
    expect((await signedInAs(again))?.id).not.toBe(account.id)
  })

  it('with a session kept open stays outside of the account, whichever way the victim joins (unexpired session)', async () => {
    for (const joinAs of [
      joinThroughGoogle,
      async (email: string) => {
        await join(newPerson({ email }))
        return { account: await accountOf(email) }
      },
    ]) {
      const email = newAddress()
      const { visitor: attacker } = await signUp(newPerson({ email, password: attackersPassword }))
      const before = await signedInAs(attacker)
      const { account } = await joinAs(email)
      expect(account?.id).not.toBe(before?.id)
      const after = await signedInAs(attacker)
      expect([null, 'unverified']).toContain(after?.state ?? null)
      expect(after?.id).not.toBe(account?.id)
      expect((await attacker.get('/people-nearby')).status).toBe(302)
    }
  })

  it('with an identity of their own on the victim’s address has no way back in (trojan identifier)', async () => {
    const email = newAddress()
    const trojan = newPersonAtProvider()
    const attacker = new Visitor()
    await visitProvider(attacker, 'google', { person: trojan })
    const { password: _, ...form } = newPerson({ email, provider: 'google' })
    expect((await attacker.post('/api/auth/sign-up', form)).status).toBe(201)
    expect((await attacker.post('/api/auth/link/facebook', {})).status).toBe(401)

    const { person: victim } = await join(newPerson({ email }))
    const account = await accountOf(victim.email)
    expect(
      await db
        .select()
        .from(identities)
        .where(eq(identities.memberId, account?.id ?? '')),
    ).toEqual([])
    expect(await ownersOf(trojan.sub)).toEqual([])
    const later = new Visitor()
    expect((await visitProvider(later, 'google', { person: trojan })).headers.get('location')).toBe('/sign-up')
    expect(await signedInAs(later)).toBeNull()
  })

  it('with a change of address under way cannot finish it on the victim’s account (unexpired e-mail change)', async () => {
    const email = newAddress()
    const { visitor: attacker, person } = await join(newPerson({ password: attackersPassword }))
    expect((await attacker.post('/api/account/email', { email, password: attackersPassword })).status).toBe(202)
    const code = codeIn(emailsTo(email).at(-1))
    expect(code).not.toBe('')
    const { account } = await joinThroughGoogle(email)
    // Not even with the code, which went to the victim.
    expect((await attacker.post('/api/account/email/confirm', { code })).status).not.toBe(200)
    expect((await accountOf(email))?.id).toBe(account.id)
    expect((await accountOf(person.email))?.email).toBe(person.email)
    expect((await signedInAs(attacker))?.id).not.toBe(account.id)
  })

  it.each([true, false])(
    'with a provider that vouches for the victim’s address, verified: %s, gets a decoy (non-verifying provider)',
    async (verified) => {
      const email = newAddress()
      const owner = await createMember({ member: { email } })
      const forged = newPersonAtProvider({ email, email_verified: verified })
      const attacker = new Visitor()
      expect((await visitProvider(attacker, 'facebook', { person: forged })).headers.get('location')).toBe('/sign-up')
      expect(await signedInAs(attacker)).toBeNull()
      const { password: _, ...form } = newPerson({ email, provider: 'facebook' })
      expect((await attacker.post('/api/auth/sign-up', form)).status).toBe(201)
      expect((await signedInAs(attacker))?.id).not.toBe(owner.id)
      for (const code of ['000000', '123456']) {
        expect((await attacker.post('/api/registration/verify', { code })).status).not.toBe(200)
      }
      expect(await ownersOf(forged.sub)).toEqual([])
    },
  )

  it.each([true, false])(
    'with a provider that vouches for an address nobody has yet, verified: %s, has no account without its letter',
    async (verified) => {
      const email = newAddress()
      const forged = newPersonAtProvider({ email, email_verified: verified })
      const attacker = new Visitor()
      await visitProvider(attacker, 'google', { person: forged })
      const { password: _, ...form } = newPerson({ email, provider: 'google' })
      await attacker.post('/api/auth/sign-up', form)
      expect(await accountOf(email)).toBeUndefined()
      const { account } = await joinThroughGoogle(email)
      const later = new Visitor()
      await visitProvider(later, 'google', { person: forged })
      expect(await signedInAs(later)).toBeNull()
      expect((await signedInAs(attacker))?.id).not.toBe(account.id)
    },
  )
})
