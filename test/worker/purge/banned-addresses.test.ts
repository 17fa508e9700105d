import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { bannedAddresses, consents, pastRestrictions, registrations, restrictions } from '#db/schema.ts'
import { sweep } from '#worker/sweep.ts'
import { browserOf, createPerson } from '#test/support/worker/account.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { dayMs, deleteAccount, purgeAll } from '#test/support/worker/purge.ts'
import { newId } from '#test/support/worker/realtime-client.ts'
import { codeIn, emailsTo, newPerson, signUp } from '#test/support/worker/visitor.ts'

// Hashing a password takes its time by design.
vi.setConfig({ testTimeout: 60_000 })
afterEach(() => void vi.useRealTimers())

const yearMs = 365 * dayMs

/** Purges an account that was restricted; returns its address. `untilMs`: when the restriction ends, from now on. */
async function purgeRestricted(untilMs: number | null, liftedAt: number | null = null) {
  const email = `${crypto.randomUUID()}@example.test`
  const { id } = await createMember({ member: { email, state: liftedAt === null ? 'restricted' : 'complete' } })
  const now = Date.now()
  await db.insert(restrictions).values({
    id: newId(),
    memberId: id,
    rule: 'scam',
    facts: 'Asked three people for money.',
    until: untilMs === null ? null : now + untilMs,
    decidedBy: 'person',
    createdAt: now - dayMs,
    liftedAt,
    formerState: 'complete',
  })
  await deleteAccount(id, 30 * dayMs)
  await purgeAll(Date.now())
  return { id, email, now }
}

const shapeOf = async (response: Response) =>
  JSON.stringify(await response.json(), (_, part) => (typeof part === 'string' && part.length > 20 ? 'opaque' : part))

describe('the address of an account that was restricted when it was purged', () => {
  it('is answered at sign-up like a known one: a code that never arrives, and none that fits', async () => {
    const { email } = await purgeRestricted(null)
    const banned = await signUp(newPerson({ email }))
    const fresh = await signUp()
    expect([banned.response.status, await shapeOf(banned.response)]).toEqual([201, await shapeOf(fresh.response)])
    expect(emailsTo(email)).toEqual([])
    const [pending] = await db.select().from(registrations).where(eq(registrations.email, email))
    expect(pending?.decoy).toBe(true)
    for (const { visitor } of [banned, fresh]) expect((await visitor.get('/email-verify')).status).toBe(200)
    expect((await banned.visitor.post('/api/registration/verify', { code: '000000' })).status).toBe(422)
  })

  it('is answered at a change of address like a known one', async () => {
    const { email } = await purgeRestricted(null)
    const person = await createPerson({ confirmedAgoMs: 0 })
    const other = `${crypto.randomUUID()}@example.test`
    const ask = (to: string) => browserOf(person).post('/api/account/email', { email: to })
    const [banned, free] = [await ask(email), await ask(other)]
    expect([banned.status, free.status]).toEqual([202, 202])
    expect([emailsTo(email), codeIn(emailsTo(other).at(-1))]).toEqual([[], expect.stringMatching(/^\d{6}$/)])
  })

  it.each([
    ['as long as the restriction', 40 * dayMs, 40 * dayMs],
    ['at most three years', 5 * yearMs, 3 * yearMs],
    ['three years, if the restriction has no end', null, 3 * yearMs],
  ])('is kept %s', async (_, untilMs, mostMs) => {
    await db.delete(bannedAddresses)
    const { now } = await purgeRestricted(untilMs)
    await sweep(env, now + mostMs - 2 * dayMs)
    expect(await db.select().from(bannedAddresses)).not.toEqual([])
    await sweep(env, now + mostMs + 2 * dayMs)
    expect(await db.select().from(bannedAddresses)).toEqual([])
  })

  it('is stored as a keyed hash, and is free again when the restriction was lifted before', async () => {
    const { email } = await purgeRestricted(null)
    expect(JSON.stringify(await db.select().from(bannedAddresses))).not.toContain(email)
    await db.delete(bannedAddresses)
    const lifted = await purgeRestricted(null, Date.now())
    expect(await db.select().from(bannedAddresses)).toEqual([])
    await signUp(newPerson({ email: lifted.email }))
    expect(codeIn(emailsTo(lifted.email).at(-1))).toMatch(/^\d{6}$/)
  })
})

it('consents and statements of reasons end three years after the account', async () => {
  const { id, now } = await purgeRestricted(null)
  const kept = async () => [
    (await db.select().from(consents).where(eq(consents.subjectId, id))).length,
    (await db.select().from(pastRestrictions).where(eq(pastRestrictions.memberId, id))).length,
    (await db.select().from(restrictions).where(eq(restrictions.memberId, id))).length,
  ]
  await sweep(env, now + 3 * yearMs - 2 * dayMs)
  expect(await kept()).toEqual([2, 1, 0])
  await sweep(env, now + 3 * yearMs + 3 * dayMs)
  expect(await kept()).toEqual([0, 0, 0])
})
