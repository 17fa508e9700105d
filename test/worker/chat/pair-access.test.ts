import { eq } from 'drizzle-orm'
import { afterEach, expect, it, vi } from 'vitest'
import { blocks, members } from '#db/schema.ts'
import { PairWatch } from '#objects/conversation/pair-access.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { watchedDatabase } from '#test/support/worker/watched-database.ts'

afterEach(() => void vi.restoreAllMocks())

/** A pair, and a database that can go away: it fails, or never answers. */
async function setUp() {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const [anna, ben] = await Promise.all([createMember(), createMember()])
  const state = { fault: null as 'fails' | 'hangs' | null, asked: 0 }
  const watch = new PairWatch(
    watchedDatabase((call) => {
      state.asked += 1
      if (state.fault === 'fails') throw new Error('D1 is away')
      return state.fault === 'hangs' ? new Promise(() => {}) : call()
    }),
  )
  const access = (now: number) => watch.access([anna.id, ben.id], now)
  return { anna, ben, state, watch, access }
}

it.each(['fails', 'hangs'] as const)('two who could reach each other go on for five minutes while D1 %s', async (fault) => {
  const { access, state } = await setUp()
  expect(await access(0)).toBe('free')
  state.fault = fault
  for (const now of [6_000, 60_000, 299_000]) expect(await access(now), `${now}`).toBe('free')
  const { asked } = state
  for (const now of [299_100, 299_500]) expect(await access(now)).toBe('free')
  expect(state.asked, 'a lively talk does not ask with each message').toBe(asked)
  if (fault === 'fails') await expect(access(301_000)).rejects.toThrow()
})

it('without an earlier answer, or with another one, nothing goes on', async () => {
  const { access, state, anna } = await setUp()
  state.fault = 'fails'
  await expect(access(0)).rejects.toThrow()
  state.fault = null
  await db.update(members).set({ state: 'restricted' }).where(eq(members.id, anna.id))
  expect(await access(0)).toBe('away')
  state.fault = 'fails'
  await expect(access(6_000)).rejects.toThrow()
})

it('the first answer of D1 after an outage counts', async () => {
  const { access, state, anna, ben } = await setUp()
  await access(0)
  state.fault = 'fails'
  expect(await access(10_000)).toBe('free')
  await db.insert(blocks).values({ blockerId: anna.id, blockedId: ben.id, createdAt: 1 })
  state.fault = null
  expect(await access(15_000)).toBe('blocked')
})

it('while D1 hangs, no caller passes one that came before', async () => {
  const { access, state } = await setUp()
  await access(0)
  state.fault = 'hangs'
  const order: string[] = []
  const ask = (name: string, now: number) => access(now).then(() => void order.push(name))
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const asked = [ask('first', 6_000)]
  await pause(700)
  asked.push(ask('second', 6_700))
  await asked[0]
  asked.push(ask('third', 7_100))
  await Promise.all(asked)
  expect(order).toEqual(['first', 'second', 'third'])
})

it('knows a good answer for five seconds', async () => {
  const { watch, access } = await setUp()
  expect(watch.isKnownFree(0)).toBe(false)
  await access(0)
  expect(watch.isKnownFree(4_999)).toBe(true)
  expect(watch.isKnownFree(5_000)).toBe(false)
})
