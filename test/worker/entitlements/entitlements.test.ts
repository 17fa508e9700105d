import { describe, expect, it } from 'vitest'
import { balanceAt, type Entry } from '#features/entitlements/rules.ts'
import { appendUse, entryStatement, ledgerStatement } from '#features/entitlements/server/queries.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { newId } from '#test/support/worker/realtime-client.ts'

const now = Date.now()
const entry = (memberId: string, values: Partial<Entry> & Pick<Entry, 'units' | 'sourceKind'>) => ({
  id: newId(),
  memberId,
  kind: 'boost' as const,
  sourceId: newId(),
  startsAt: now,
  expiresAt: null,
  createdAt: now,
  ...values,
})

describe('the entitlement ledger', () => {
  it('grants nothing twice for one cause', async () => {
    const { id } = await createMember()
    const grant = entry(id, { units: 5, sourceKind: 'order' })
    await db.batch([entryStatement(db, grant), entryStatement(db, { ...grant, id: newId() })])
    expect(balanceAt(await ledgerStatement(db, id), 'boost', now)).toBe(5)
  })

  it('never spends one unit twice, however many uses come at once', async () => {
    const { id } = await createMember()
    await entryStatement(db, entry(id, { units: 1, sourceKind: 'order' }))
    const seen = (await ledgerStatement(db, id)).length
    const uses = await Promise.all([0, 1, 2].map(() => appendUse(db, entry(id, { units: -1, sourceKind: 'use' }), seen)))
    expect(uses.filter(Boolean)).toHaveLength(1)
    expect(balanceAt(await ledgerStatement(db, id), 'boost', now)).toBe(0)
  })
})
