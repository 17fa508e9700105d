import { env } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { favourites, likes, orders, promoUses, restrictions } from '#db/schema.ts'
import { sendMessage } from '#features/chat/server/public.ts'
import { notifyMember } from '#features/member-hub/server/public.ts'
import { purgeAccounts } from '#worker/purge/purge-accounts.ts'
import { dumpStores, shapeOf, type DumpedRow } from '#test/support/worker/dump.ts'
import { createMatch } from '#test/support/worker/match.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { createPhoto } from '#test/support/worker/photos.ts'
import { dayMs, deleteAccount, mortalEnv, purgeAll } from '#test/support/worker/purge.ts'
import { newId } from '#test/support/worker/realtime-client.ts'

const stride = 3
const randomBelow = (most: number) => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % most

/** A member with something for every step of a purge, whose thirty days are over. */
async function createDue(): Promise<{ id: string }> {
  const { anna, ben, conversation } = await createMatch()
  const carl = await createMember()
  const now = Date.now()
  await sendMessage(env, conversation, { member: anna.id, cid: newId(), text: 'hello' })
  await sendMessage(env, conversation, { member: ben.id, cid: newId(), text: 'hello, too' })
  await notifyMember(env, carl.id, { id: newId(), kind: 'like', from: anna.id })
  await notifyMember(env, anna.id, { id: newId(), kind: 'like', from: carl.id })
  await createPhoto(anna)
  const orderId = newId()
  const total = { gross: 249, discount: 0, total: 249, taxRate: 0, net: 249, tax: 0 }
  const order = { ...total, state: 'fulfilled', currency: 'GBP', locale: 'en', cartRevision: 1, idempotencyKey: newId() } as const
  await db.batch([
    db.insert(orders).values({ id: orderId, memberId: anna.id, placedAt: now, ...order }),
    db.insert(promoUses).values({ orderId, memberId: anna.id, code: 'SPRING', usedAt: now }),
    db.insert(likes).values({ fromId: anna.id, toId: carl.id, createdAt: now }),
    db.insert(favourites).values({ ownerId: carl.id, memberId: anna.id, createdAt: now }),
    db.insert(restrictions).values({
      id: newId(),
      memberId: anna.id,
      rule: 'spam',
      facts: 'Advertised.',
      decidedBy: 'person',
      createdAt: now,
      formerState: 'complete',
    }),
  ])
  await deleteAccount(anna.id, 30 * dayMs)
  return anna
}

/** The rows that are there now and were not before, without ids and times. */
function newShape(before: readonly DumpedRow[], after: readonly DumpedRow[]): string[] {
  const known = new Map<string, number>()
  for (const { from, text } of before) known.set(from + text, (known.get(from + text) ?? 0) + 1)
  const fresh = after.filter(({ from, text }) => {
    const left = known.get(from + text) ?? 0
    known.set(from + text, left - 1)
    return left <= 0
  })
  return shapeOf(fresh)
}

/** All rows of all stores, and those that one more purge has left, in an isolate that dies after this many calls to stores. */
async function purgeInterrupted(calls: number, before: readonly DumpedRow[]) {
  await createDue()
  const isolate = mortalEnv(calls)
  await purgeAccounts(isolate.env, Date.now()).catch(() => undefined)
  await purgeAll(Date.now())
  const rows = await dumpStores()
  return { rows, left: newShape(before, rows), hasDied: isolate.isDead() }
}

describe('a purge that is interrupted', () => {
  it('at any of its calls ends the same when it is run again, in every store', { timeout: 400_000 }, async () => {
    const whole = await purgeInterrupted(Infinity, await dumpStores())
    const expected = whole.left
    expect(expected.filter((line) => line.startsWith('d1 past_restrictions'))).not.toEqual([])
    let before = whole.rows
    // Each run takes another third of the calls, because each death takes a second.
    for (let calls = randomBelow(stride); ; calls += stride) {
      const { left, rows, hasDied } = await purgeInterrupted(calls, before)
      before = rows
      expect(left, `died after ${calls} calls`).toEqual(expected)
      if (hasDied) continue
      expect(calls).toBeGreaterThan(25)
      return
    }
  })

  it.each([
    ['the one first', false],
    ['the other first', true],
    ['both at once', null],
  ])('by that of the other of two who talked, %s, leaves nothing of either', async (_, isReversed) => {
    const { anna, ben, conversation } = await createMatch()
    await sendMessage(env, conversation, { member: anna.id, cid: newId(), text: 'pineapple' })
    await sendMessage(env, conversation, { member: ben.id, cid: newId(), text: 'pineapple' })
    const people = isReversed ? [ben, anna] : [anna, ben]
    for (const { id } of people) {
      await deleteAccount(id, 30 * dayMs)
      if (isReversed !== null) await purgeAll(Date.now())
    }
    // Two runs of the cron at once, as when one takes longer than five minutes.
    await Promise.allSettled([purgeAccounts(env, Date.now()), purgeAccounts(env, Date.now())])
    await purgeAll(Date.now())
    const after = await dumpStores()
    expect(after.filter(({ text }) => text.includes('pineapple'))).toEqual([])
    expect(
      after.filter(({ from, text }) => /^(hub|conversation)/.test(from) && [anna, ben].some(({ id }) => text.includes(id))),
    ).toEqual([])
  })
})
