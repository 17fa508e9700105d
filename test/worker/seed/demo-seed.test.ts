import { seedActions } from '#seed/contract.ts'
import { sessionActions } from '#features/auth/contract.ts'
import { env } from 'cloudflare:test'
import { count, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { consents, members, visits } from '#db/schema.ts'
import { demoConversationId } from '#seed/demo/conversations.ts'
import { demoLogins } from '#seed/demo/named.ts'
import { readHistory, readInbox } from '#features/chat/server/public.ts'
import { readSummary } from '#features/member-hub/server/public.ts'
import { sweep } from '#worker/sweep.ts'
import { db } from '#test/support/worker/members.ts'
import { Visitor } from '#test/support/worker/visitor.ts'

const seedPath = seedActions.seed.path
const secret = { 'x-seed-secret': env.SESSION_SECRET }
const countMembers = async () => (await db.select({ total: count() }).from(members))[0]?.total
const [anna, ben] = demoLogins

describe('the seed of a local environment', () => {
  beforeAll(async () => {
    const response = await new Visitor().post(seedPath, {}, secret)
    expect(await response.json()).toMatchObject({ seeded: true, members: 240 })
  }, 30_000)

  it('is there for nobody without the secret', async () => {
    for (const value of ['', 'wrong']) {
      expect((await new Visitor().post(seedPath, {}, { 'x-seed-secret': value })).status).toBe(404)
    }
  })

  it('does nothing the second time', async () => {
    const response = await new Visitor().post(seedPath, {}, secret)
    expect(await response.json()).toMatchObject({ seeded: false })
    expect(await countMembers()).toBe(240)
  })

  it('lets every login sign in with the printed password', async () => {
    for (const { email, firstName } of demoLogins) {
      const response = await new Visitor().post(sessionActions.signIn.path, { email, password: 'kismet-demo-1' })
      expect(response.status, email).toBe(200)
      expect(await response.json(), email).toMatchObject({ user: { firstName, state: 'complete', appearance: { id: 3 } } })
    }
  })

  it('puts the conversation of Anna and Ben on top of both inboxes, with its words', async () => {
    const id = demoConversationId(anna?.id ?? '', ben?.id ?? '')
    for (const login of [anna, ben]) {
      const inbox = await readInbox(env, login?.id ?? '')
      expect(inbox?.[0]).toMatchObject({ conversation: id })
      expect(inbox?.length).toBeGreaterThan(2)
    }
    const history = await readHistory(env, id, anna?.id ?? '')
    expect(history?.page?.messages.at(-1)).toMatchObject({ from: anna?.id, text: 'It is working, unfortunately.' })
    expect((await readInbox(env, ben?.id ?? ''))?.[0]?.unread).toBe(1)
    expect((await readInbox(env, anna?.id ?? ''))?.[0]?.unread).toBe(0)
  })

  it('has news of seven likes for Anna, who has not opened their list', async () => {
    expect(await readSummary(env, anna?.id ?? '')).toMatchObject({ likes: 7, bell: 0 })
  })

  it('keeps proof of two consents of everyone', async () => {
    const rows = await db
      .select()
      .from(consents)
      .where(eq(consents.subjectId, anna?.id ?? ''))
    expect(rows.map((row) => row.kind).sort()).toEqual(['sensitive-data', 'terms'])
    for (const row of rows) expect(row.textHash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('loses its old visits and the consents of a sign-up that came to nothing to the sweep, and nothing else', async () => {
    const before = await countMembers()
    const of = (kind: 'member' | 'registration') =>
      db.select({ total: count() }).from(consents).where(eq(consents.subjectKind, kind))
    expect(await of('registration')).toEqual([{ total: 2 }])
    await sweep(env, Date.now() + 31 * 24 * 60 * 60 * 1000)
    expect(await db.select().from(visits)).toEqual([])
    expect(await of('registration')).toEqual([{ total: 0 }])
    expect(await of('member')).toEqual([{ total: 480 }])
    expect(await countMembers()).toBe(before)
  })
})
