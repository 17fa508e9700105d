import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { boosts } from '#db/schema.ts'
import { balanceAt, boostMs, type Entry } from '#features/entitlements/contract.ts'
import { activateBoost, appendStatement, isLedgerSql, ledgerStatement } from '#features/entitlements/server/public.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { newId } from '#test/support/worker/realtime-client.ts'

const now = Date.now()
const grant = (units: number): Entry => ({
  kind: 'boost',
  units,
  sourceKind: 'order',
  sourceId: newId(),
  startsAt: now,
  expiresAt: null,
  createdAt: now,
})
const append = (id: string, entries: Entry[], seen = 0) =>
  appendStatement(db, { memberId: id, entries, seen }, isLedgerSql(id, seen))

describe('the entitlement ledger', () => {
  it('takes nothing that was decided from an older ledger', async () => {
    const { id } = await createMember()
    expect(await append(id, [grant(5), grant(2)])).toHaveLength(2)
    expect(await append(id, [grant(3)])).toHaveLength(0)
    const ledger = await ledgerStatement(db, id)
    expect([ledger.map(({ seq }) => seq), balanceAt(ledger, 'boost', now)]).toEqual([[1, 2], 7])
  })

  it('fails as a whole for a second grant of one cause', async () => {
    const { id } = await createMember()
    const first = grant(5)
    await append(id, [first])
    await expect(append(id, [grant(1), first], 1)).rejects.toThrow()
    expect(await ledgerStatement(db, id)).toHaveLength(1)
  })

  it('never spends one boost twice, however many activations come at once, and they follow each other', async () => {
    const { id } = await createMember({ profile: { parentX: 3, parentY: 4 } })
    await append(id, [grant(3)])
    const activated = await Promise.all(Array.from({ length: 6 }, () => activateBoost(db, id, now)))
    expect(activated.filter((boost) => boost !== null)).toHaveLength(3)
    const rows = await db.select().from(boosts).where(eq(boosts.memberId, id)).orderBy(boosts.startsAt)
    expect(rows).toMatchObject(
      [0, 1, 2].map((index) => ({ startsAt: now + index * boostMs, endsAt: now + (index + 1) * boostMs, parentX: 3 })),
    )
    expect(balanceAt(await ledgerStatement(db, id), 'boost', now)).toBe(0)
  })
})
