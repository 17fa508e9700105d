import { describe, expect, it } from 'vitest'
import { boosts } from '#db/schema.ts'
import { boostActions, boostMs, type ActivatedBoost } from '#features/entitlements/contract.ts'
import {
  ownedStatements,
  receiptStatements,
  runningUntilStatement,
  toOwned,
  toReceipt,
} from '#features/entitlements/server/public.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { grant } from '#test/support/worker/entitlements.ts'
import { createMember, db, postJson, type TestMember } from '#test/support/worker/members.ts'
import { newId } from '#test/support/worker/realtime-client.ts'

const second = 1000
const now = Date.UTC(2026, 10, 20, 12)

/** Writes a boost that begins so long after `now`. */
async function startingIn({ id: memberId }: TestMember, inMs: number, lengthMs = boostMs): Promise<string> {
  const [id, startsAt] = [newId(), now + inMs]
  await db.insert(boosts).values({ id, memberId, startsAt, endsAt: startsAt + lengthMs })
  return id
}

/** What every reader of a member's boosts answers at `now`: which runs, how many wait, until when, and whether the page of `id` is there. */
async function answersOf({ id: memberId }: TestMember, id: string) {
  const owned = toOwned(await db.batch(ownedStatements(db, memberId, now)), now)
  const [until] = await runningUntilStatement(db, memberId, now)
  const rows = await db.batch(receiptStatements(db, memberId, id, now))
  const hasPage = await Promise.resolve()
    .then(() => toReceipt(rows, now))
    .then(
      () => true,
      () => false,
    )
  return { running: owned.running?.id ?? null, waiting: owned.waiting, until: until?.until ?? null, hasPage }
}

describe('a boost whose start another machine wrote', () => {
  it.each([-second, 0, second, 4 * second])('runs for every reader when it begins in %i ms', async (inMs) => {
    const member = await createMember()
    const id = await startingIn(member, inMs)
    expect(await answersOf(member, id)).toEqual({ running: id, waiting: 0, until: now + inMs + boostMs, hasPage: true })
  })

  it('waits for every reader when it begins later', async () => {
    const member = await createMember()
    const id = await startingIn(member, 10 * second)
    expect(await answersOf(member, id)).toEqual({ running: null, waiting: 1, until: null, hasPage: false })
  })

  it('waits for the end of the one before', async () => {
    const member = await createMember()
    const next = await startingIn(member, 2 * second)
    const first = await startingIn(member, 2 * second - boostMs)
    expect(await answersOf(member, next)).toEqual({ running: first, waiting: 1, until: now + 2 * second, hasPage: true })
  })

  it('and which a refund ended before it began is none', async () => {
    const member = await createMember()
    const id = await startingIn(member, 10 * second, 0)
    expect(await answersOf(member, id)).toEqual({ running: null, waiting: 0, until: null, hasPage: false })
  })

  it('is said to run, not to begin later', async () => {
    const member = await createMember()
    await grant(member, 'boost', 1, Date.now() + 4 * second)
    const answer = await postJson(member, boostActions.activate.path, { key: newId() })
    const { endsAt, notice } = await answer.json<ActivatedBoost & { notice?: string }>()
    const { t, format } = createTranslator('en', await loadMessages('en', ['boosts']), { timeZone: 'UTC' })
    expect(notice).toBe(t('boosts.activate.done', { time: format.time(endsAt) }))
  })
})
