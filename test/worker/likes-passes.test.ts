import { env } from 'cloudflare:test'
import { eq, like } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { blocks, counters, passes } from '#db/schema.ts'
import { apiPaths } from '#shared/api-paths.ts'
import { createMember, db, postForm, postJson, type TestMember } from '../support/worker/members.ts'
import { newId } from '../support/worker/realtime-client.ts'

const pass = (from: TestMember, id: string) => postJson(from, apiPaths.pass, { id })
const undo = (from: TestMember) => postJson(from, apiPaths.undoPass, {})
const passesOf = (from: TestMember) => db.select().from(passes).where(eq(passes.fromId, from.id)).orderBy(passes.createdAt)

describe('a pass', () => {
  it('hides the person for 90 days', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    expect((await pass(anna, ben.id)).status).toBe(200)
    const [stored] = await passesOf(anna)
    expect((stored?.expiresAt ?? 0) - (stored?.createdAt ?? 0)).toBe(90 * 24 * 3_600_000)
  })

  it('on oneself, nobody, a blocked or a hidden member gets the same 404 and stores nothing', async () => {
    const [anna, blocked, hidden] = await Promise.all([
      createMember(),
      createMember(),
      createMember({ profile: { discoverable: false } }),
    ])
    await db.insert(blocks).values({ blockerId: blocked.id, blockedId: anna.id, createdAt: 1 })
    const answers = await Promise.all(
      [anna.id, newId(), blocked.id, hidden.id].map(async (id) => {
        const response = await pass(anna, id)
        return `${response.status} ${await response.text()}`
      }),
    )
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toMatch(/^404 /)
    expect(await passesOf(anna)).toEqual([])
  })

  it('on someone who is liked is refused, and a like ends a pass', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    await pass(anna, ben.id)
    await postJson(anna, apiPaths.like, { id: ben.id })
    expect(await passesOf(anna)).toEqual([])
    expect((await pass(anna, ben.id)).status).toBe(409)
    expect(await passesOf(anna)).toEqual([])
  })
})

describe('the undo', () => {
  it('brings the last person back, once a day', async () => {
    const [anna, ben, carl] = await Promise.all([createMember(), createMember(), createMember()])
    await pass(anna, ben.id)
    await pass(anna, carl.id)
    await db.update(passes).set({ createdAt: 1 }).where(eq(passes.toId, ben.id))
    expect(await (await undo(anna)).json()).toMatchObject({ undone: carl.id })
    const again = await undo(anna)
    expect(again.status).toBe(409)
    expect(await again.json()).toMatchObject({ error: { code: 'undo-used' } })
    expect(await passesOf(anna)).toMatchObject([{ toId: ben.id }])
  })

  it('without a pass is a 404 and is not used up', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    expect((await undo(anna)).status).toBe(404)
    await pass(anna, ben.id)
    expect((await undo(anna)).status).toBe(200)
    expect(await passesOf(anna)).toEqual([])
  })

  it('passes over who has blocked the member since', async () => {
    const [anna, ben, carl] = await Promise.all([createMember(), createMember(), createMember()])
    await pass(anna, ben.id)
    await pass(anna, carl.id)
    await db.update(passes).set({ createdAt: 1 }).where(eq(passes.toId, ben.id))
    await db.insert(blocks).values({ blockerId: carl.id, blockedId: anna.id, createdAt: 1 })
    expect(await (await undo(anna)).json()).toMatchObject({ undone: ben.id })
    expect(await passesOf(anna)).toMatchObject([{ toId: carl.id }])
  })

  it('of 20 parallel calls takes back one pass', async () => {
    const anna = await createMember()
    const others = await Promise.all(Array.from({ length: 20 }, () => createMember()))
    for (const other of others) await pass(anna, other.id)
    const statuses = await Promise.all(others.map(async () => (await undo(anna)).status))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(await passesOf(anna)).toHaveLength(19)
  })

  it('returns with the next day', async () => {
    const [anna, ben, carl] = await Promise.all([createMember(), createMember(), createMember()])
    await pass(anna, ben.id)
    await undo(anna)
    await pass(anna, carl.id)
    expect((await undo(anna)).status).toBe(409)
    // Yesterday's counter carries another key.
    const [used] = await db
      .select()
      .from(counters)
      .where(like(counters.key, `undo-pass:${anna.id}:%`))
    await env.DB.prepare("update counters set key = 'undo-pass:yesterday' where key = ?")
      .bind(used?.key ?? '')
      .run()
    expect((await undo(anna)).status).toBe(200)
  })

  it('works as a plain form', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    await pass(anna, ben.id)
    expect((await postForm(anna, apiPaths.undoPass, {})).status).toBe(303)
    expect(await passesOf(anna)).toEqual([])
  })
})
