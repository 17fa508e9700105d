import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { identities, members, sessions } from '#db/schema.ts'
import { hashPassword } from '#server/crypto/password-hash.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import {
  createLinked,
  leaveFor,
  linkTo,
  newPersonAtProvider,
  ownersOf,
  providerNames,
  visitProvider,
  type ProviderName,
} from '#test/support/worker/provider-visit.ts'
import { emailsTo, Visitor } from '#test/support/worker/visitor.ts'

const minuteMs = 60_000

vi.setConfig({ testTimeout: 60_000 })

describe('linking in the settings', () => {
  /** Signs a member in, confirmed `agoMs` ago; null: never. */
  async function signedIn(agoMs: number | null, passwordHash = '') {
    const member = await createMember({ member: { passwordHash } })
    await db
      .update(sessions)
      .set({ confirmedAt: agoMs === null ? null : Date.now() - agoMs })
      .where(eq(sessions.id, member.sid))
    const visitor = new Visitor()
    visitor.cookies.set('__Host-access', member.token)
    return { member, visitor }
  }
  const link = async (visitor: Visitor, person = newPersonAtProvider(), name: ProviderName = 'google') => {
    const { back } = await leaveFor(visitor, `/api/auth/link/${name}`, { person })
    return visitor.get(back)
  }

  it.each(providerNames)('adds %s to the account, by a callback of its own', async (name) => {
    const { member, visitor } = await signedIn(0)
    const person = newPersonAtProvider()
    const { authorize, back } = await leaveFor(visitor, `/api/auth/link/${name}`, { person })
    expect(authorize.searchParams.get('redirect_uri')).toBe(`https://kismet.localhost/api/auth/link/${name}/callback`)
    const response = await visitor.get(back)
    expect([response.status, response.headers.get('location')]).toEqual([302, '/main-settings?section=account'])
    expect(await ownersOf(person.sub)).toMatchObject([{ memberId: member.id, provider: name }])
    const later = new Visitor()
    await visitProvider(later, name, { person })
    expect(await (await later.get('/api/auth/session')).json()).toMatchObject({ user: { id: member.id } })
  })

  it('and unlinking are reported to the owner by an e-mail in their language', async () => {
    const email = `${crypto.randomUUID()}@example.test`
    const { member, visitor } = await signedIn(0, await hashPassword('warm-river-lantern'))
    await db.update(members).set({ email, locale: 'en' }).where(eq(members.id, member.id))
    await link(visitor)
    await link(visitor)
    await visitor.post('/api/auth/unlink', { provider: 'google' })
    expect(emailsTo(email).map(({ subject }) => subject)).toEqual([
      'You can now sign in to Kismet with Google',
      'You can no longer sign in to Kismet with Google',
    ])
  })

  it.each([
    ['a guest', async () => new Visitor(), 401],
    ['a session confirmed eleven minutes ago', async () => (await signedIn(11 * minuteMs)).visitor, 403],
    ['a session never confirmed', async () => (await signedIn(null)).visitor, 403],
  ])('is refused to %s', async (_, make, status) => {
    expect((await (await make()).post('/api/auth/link/google', {})).status).toBe(status)
    expect((await (await make()).post('/api/auth/unlink', { provider: 'google' })).status).toBe(status)
  })

  it("never takes another member's identity over", async () => {
    const { member, person } = await createLinked('google')
    const { visitor } = await signedIn(0)
    await link(visitor, person)
    expect(await ownersOf(person.sub)).toMatchObject([{ memberId: member.id }])
  })

  it('keeps to one identity of a provider', async () => {
    const { visitor } = await signedIn(0)
    await link(visitor)
    const second = newPersonAtProvider()
    await link(visitor, second)
    expect(await ownersOf(second.sub)).toEqual([])
  })

  it('belongs to the session that started it: nobody links their identity to another account (link CSRF)', async () => {
    const attacker = await signedIn(0)
    const victim = await signedIn(0)
    const person = newPersonAtProvider()
    const { back } = await leaveFor(attacker.visitor, '/api/auth/link/google', { person })
    victim.visitor.cookies.set('__Host-provider', attacker.visitor.cookies.get('__Host-provider') ?? '')
    expect((await victim.visitor.get(back)).status).toBe(404)
    expect(await ownersOf(person.sub)).toEqual([])
  })

  it('is no way to sign in, and signing in is no way to link', async () => {
    const { visitor } = await signedIn(0)
    const person = newPersonAtProvider()
    const linking = await leaveFor(visitor, '/api/auth/link/google', { person })
    const guest = new Visitor()
    guest.cookies.set('__Host-provider', visitor.cookies.get('__Host-provider') ?? '')
    expect((await guest.get(linking.back.replace('/api/auth/link/google', '/sign-in/google'))).status).toBe(404)
    const signing = await leaveFor(visitor, '/api/auth/google', { person })
    expect((await visitor.get(signing.back.replace('/sign-in/google', '/api/auth/link/google'))).status).toBe(404)
    expect(await ownersOf(person.sub)).toEqual([])
  })

  it('is undone by unlinking, with a password', async () => {
    const { visitor } = await signedIn(0, await hashPassword('warm-river-lantern'))
    const person = newPersonAtProvider()
    await link(visitor, person)
    const response = await visitor.post('/api/auth/unlink', { provider: 'google' })
    expect(await response.json()).toMatchObject({ redirect: '/main-settings?section=account' })
    expect(await ownersOf(person.sub)).toEqual([])
  })

  it('leaves the only way in, and takes off one of two but not both at once', async () => {
    const { member, visitor } = await signedIn(0)
    await link(visitor)
    const refused = await visitor.post('/api/auth/unlink', { provider: 'google' })
    expect([refused.status, await refused.json()]).toMatchObject([409, { error: { code: 'only-way-in' } }])
    await link(visitor, newPersonAtProvider(), 'facebook')
    const statuses = await Promise.all(
      providerNames.map(async (provider) => (await visitor.post('/api/auth/unlink', { provider })).status),
    )
    expect(statuses.sort()).toEqual([200, 409])
    expect(await db.select().from(identities).where(eq(identities.memberId, member.id))).toHaveLength(1)
  })

  it('is open again for ten minutes after the password', async () => {
    const { visitor } = await signedIn(null, await hashPassword('warm-river-lantern'))
    expect((await visitor.post('/api/auth/confirm', { password: 'wrong' })).status).toBe(422)
    expect((await visitor.post('/api/auth/link/google', {})).status).toBe(403)
    expect((await visitor.post('/api/auth/confirm', { password: 'warm-river-lantern' })).status).toBe(200)
    expect((await visitor.post('/api/auth/link/google', {})).status).toBe(200)
  })

  it('is open again after the linked provider, and not after a stranger at it', async () => {
    const { member, visitor } = await signedIn(null)
    const person = newPersonAtProvider()
    await linkTo('google', member.id, person)
    const confirm = async (who: typeof person) => {
      const { authorize, back } = await leaveFor(visitor, '/api/auth/confirm/google', { person: who })
      expect(authorize.searchParams.get('prompt')).toBe('select_account')
      await visitor.get(back)
    }
    await confirm(newPersonAtProvider())
    expect((await visitor.post('/api/auth/link/facebook', {})).status).toBe(403)
    await confirm(person)
    expect((await visitor.post('/api/auth/link/facebook', {})).status).toBe(200)
  })

  it('tries no more than ten wrong passwords', async () => {
    const { visitor } = await signedIn(null, await hashPassword('warm-river-lantern'))
    const statuses = new Set<number>()
    for (let i = 0; i < 11; i++) statuses.add((await visitor.post('/api/auth/confirm', { password: 'wrong' })).status)
    expect(statuses).toContain(429)
    expect((await visitor.post('/api/auth/confirm', { password: 'warm-river-lantern' })).status).toBe(429)
  })
})
