import { describe, expect, it } from 'vitest'
import { blocks, members, pairs } from '#db/schema.ts'
import { restrictMember } from '#features/restriction/server/public.ts'
import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { profileActions } from '#features/profile/contract.ts'
import { createMember, db, postJson, type TestMember } from '#test/support/worker/members.ts'
import { inHub } from '#test/support/worker/objects.ts'
import { eventually, newId } from '#test/support/worker/realtime-client.ts'
import { aRound, inMatchmaker, newLanguage, peopleIn, seatBy, start, untilPaired, wishFor } from '#test/support/worker/waiting.ts'

const stateOf = async (member: TestMember) => (await seatBy(member).read()).state

/** Both wait in one queue; answers whether they were paired. */
async function meet(anna: TestMember, ben: TestMember, language = newLanguage()): Promise<boolean> {
  await start(anna, wishFor(language))
  await start(ben, wishFor(language))
  await aRound()
  if ((await inMatchmaker('SELECT 1 FROM pairings WHERE language = ?', language)).length === 0) return false
  expect((await untilPaired(anna)).id).toBe((await untilPaired(ben)).id)
  return true
}

const block = (blocker: TestMember, blocked: TestMember) =>
  db.insert(blocks).values({ blockerId: blocker.id, blockedId: blocked.id, createdAt: Date.now() })

describe('two are never paired', () => {
  it('when one has blocked the other, either way round, and the next one takes the place', async () => {
    const language = newLanguage()
    const [anna, ben, carla] = [await createMember(), await createMember(), await createMember()]
    await block(ben, anna)
    expect(await meet(anna, ben, language)).toBe(false)
    await start(carla, wishFor(language))
    expect((await untilPaired(anna)).id, 'she has waited longest').toBe((await untilPaired(carla)).id)
    expect(await stateOf(ben)).toBe('waiting')
    const [dora, emil] = [await createMember(), await createMember()]
    await block(dora, emil)
    expect(await meet(dora, emil)).toBe(false)
  })

  it('when the block comes while they wait for somebody who suits', async () => {
    const language = newLanguage()
    const [anna, ben, carla] = [await createMember(), await createMember(), await createMember()]
    await block(anna, carla)
    await start(anna, wishFor(language))
    await start(carla, wishFor(language))
    await aRound()
    await block(ben, anna)
    await start(ben, wishFor(language))
    expect((await untilPaired(ben)).id).toBe((await untilPaired(carla)).id)
    expect(await stateOf(anna)).toBe('waiting')
  })

  it('when they are or were a match', async () => {
    const [anna, ben] = [await createMember(), await createMember()]
    const [lowId = '', highId = ''] = [anna.id, ben.id].toSorted()
    await db.insert(pairs).values({ lowId, highId, conversationId: newId(), matchedAt: 1, unmatchedAt: 2 })
    expect(await meet(anna, ben)).toBe(false)
  })

  it('when one of them has paused and the queue has not heard of it', async () => {
    const [anna, ben] = [await createMember(), await createMember()]
    await db.update(members).set({ state: 'paused' }).where(eq(members.id, ben.id))
    expect(await meet(anna, ben)).toBe(false)
  })

  it('when they have met within thirty days, also if only one of them has kept it', async () => {
    const [anna, ben] = [await createMember(), await createMember()]
    expect(await meet(anna, ben)).toBe(true)
    for (const member of [anna, ben]) await seatBy(member).stop()
    await eventually(async () => (await stateOf(anna)) === 'free' && (await stateOf(ben)) === 'free', 'both free')
    expect(await meet(anna, ben)).toBe(false)
    for (const member of [anna, ben]) await seatBy(member).withdraw()
    await inHub(anna.id, 'DELETE FROM past_partners')
    expect(await meet(anna, ben)).toBe(false)
    for (const member of [anna, ben]) await seatBy(member).withdraw()
    await inHub(ben.id, 'UPDATE past_partners SET at = at - ?', 31 * 24 * 3_600_000)
    expect(await meet(anna, ben)).toBe(true)
  })
})

it('what is kept of past partners says nothing about who they are', async () => {
  const [anna, ben] = [await createMember(), await createMember()]
  await meet(anna, ben)
  const [row] = await inHub(anna.id, 'SELECT token FROM past_partners')
  expect(row).toEqual({ token: expect.stringMatching(/^[\w-]{22}$/) })
  expect(JSON.stringify(await inHub(anna.id, 'SELECT * FROM seat'))).not.toContain(ben.id)
})

describe('who may meet nobody any more', () => {
  it('waits no more once they have paused', async () => {
    const language = newLanguage()
    const anna = await createMember()
    await start(anna, wishFor(language))
    await postJson(anna, profileActions.pause.path, { pause: '1' })
    expect([await stateOf(anna), await peopleIn(language)]).toEqual(['free', 0])
  })

  it('leaves the encounter once they are restricted, and the partner hears of an end like any other', async () => {
    const [anna, ben, { id: actorId }] = [
      await createMember(),
      await createMember(),
      await createMember({ member: { role: 'moderator' } }),
    ]
    await meet(anna, ben)
    const reason = { id: newId(), memberId: ben.id, rule: 'harassment', facts: 'Seen', until: null, actorId } as const
    await restrictMember(env, db, reason, Date.now())
    await eventually(async () => (await stateOf(anna)) === 'free', 'the end for her')
    expect(await stateOf(ben)).toBe('free')
  })
})
