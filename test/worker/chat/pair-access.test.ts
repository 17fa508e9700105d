import { eq } from 'drizzle-orm'
import { afterEach, expect, it, vi } from 'vitest'
import { blocks, deletions, members } from '#db/schema.ts'
import { PairWatch } from '#objects/conversation/pair-access.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { watchedDatabase } from '#test/support/worker/watched-database.ts'

afterEach(() => void vi.restoreAllMocks())

/** A pair, and a database that can go away: it fails, or never answers. */
async function setUp() {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const [anna, ben] = await Promise.all([createMember(), createMember()])
  const state = {
    fault: null as 'fails' | 'hangs' | null,
    asked: 0,
    /** What the hubs answer, by member. Without an answer, D1 alone decides. */
    hubs: new Map<string, number>(),
    askHub: async (member: string): Promise<number | null> => state.hubs.get(member) ?? null,
  }
  const watch = new PairWatch(
    watchedDatabase((call) => {
      state.asked += 1
      if (state.fault === 'fails') throw new Error('D1 is away')
      return state.fault === 'hangs' ? new Promise(() => {}) : call()
    }),
    (member) => state.askHub(member),
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

const hourMs = 60 * 60_000
const start = 2 * hourMs

/** A pair who could reach each other at `start`, by D1; neither hub knows of an end. */
async function setUpConfirmed() {
  const all = await setUp()
  const { anna, ben, state, access } = all
  for (const { id } of [anna, ben]) state.hubs.set(id, 0)
  expect(await access(start)).toBe('free')
  return all
}

it('the hubs of both are asked in place of D1, for fifteen seconds', async () => {
  const { access, state, watch } = await setUpConfirmed()
  for (const now of [6_000, 14_999]) expect(await access(start + now), `${now}`).toBe('free')
  expect(state.asked).toBe(1)
  expect(watch.isKnownFree(start + 19_998), 'for five seconds').toBe(true)
  await access(start + 20_000)
  expect(state.asked).toBe(2)
})

it('callers who wait for the hubs share one question and keep their order', async () => {
  const { access, state } = await setUpConfirmed()
  const asked = vi.fn()
  const answers: (() => void)[] = []
  state.askHub = (member) => {
    asked(member)
    return new Promise((resolve) => answers.push(() => resolve(0)))
  }
  const order: number[] = []
  const all = [1, 2, 3].map((caller) => access(start + 6_000 + caller).then(() => void order.push(caller)))
  for (const answer of answers) answer()
  await Promise.all(all)
  expect(order).toEqual([1, 2, 3])
  expect(asked).toHaveBeenCalledTimes(2)
  expect(state.asked).toBe(1)
})

it.each([0, 1])('an end of which the hub of either knows makes D1 decide', async (which) => {
  const { access, state, anna, ben } = await setUpConfirmed()
  const member = [anna, ben][which]?.id ?? ''
  state.hubs.set(member, start + 4_000)
  await db.insert(blocks).values({ blockerId: anna.id, blockedId: ben.id, createdAt: 1 })
  expect(await access(start + 6_000)).toBe('blocked')
  expect(await access(start + 12_000), 'again and again').toBe('blocked')
  await db.delete(blocks)
  expect(await access(start + 18_000)).toBe('free')
  const { asked } = state
  expect(await access(start + 24_000)).toBe('free')
  expect(state.asked, 'D1 has answered after the end').toBe(asked)
})

it.each(['fails', 'knows nothing', 'hangs'])('D1 is asked while a hub %s', async (fault) => {
  const { access, state, anna, ben } = await setUpConfirmed()
  await db.insert(blocks).values({ blockerId: anna.id, blockedId: ben.id, createdAt: 1 })
  state.askHub = async (member) => {
    if (member === ben.id) return 0
    if (fault === 'fails') throw new Error('The hub is away')
    return fault === 'hangs' ? new Promise(() => {}) : null
  }
  expect(await access(start + 6_000)).toBe('blocked')
})

it('an answer of D1 that names one without access is not kept', async () => {
  const { watch, access, state, anna, ben } = await setUp()
  for (const { id } of [anna, ben]) state.hubs.set(id, 0)
  await db
    .insert(deletions)
    .values({ memberId: anna.id, requestedAt: 1, hidesAt: hourMs, purgeAt: hourMs, by: 'member', formerState: 'complete' })
  expect(await access(start)).toBe('free')
  expect(await watch.access([anna.id, ben.id], start + 6_000, anna.id)).toBe('away')
  expect(state.asked).toBe(2)
})
