import { opsIdleKey, opsPagesLimits } from '#db/predicates/ops-pages-open.ts'
import { counters, secondFactors } from '#db/schema.ts'
import { insertRows } from '#seed/statement.ts'
import { run, type Database } from './new-member.ts'

/** Makes a member with one session an operator who has just given an accepted second factor in it. No code is used up. */
export async function openOperatorsPages(db: Database, memberId: string): Promise<void> {
  const now = Date.now()
  const factor = { memberId, sealedSecret: '', recoveryHashes: [], confirmedAt: now, acceptedAt: now, acceptedBy: memberId }
  await db.prepare("update members set role = 'operator' where id = ?").bind(memberId).run()
  await run(db, insertRows(secondFactors, [factor]))
  const session = await db
    .prepare(
      "update sessions set factor_at = confirmed_at, factor_kind = 'totp' where subject_kind = 'member' and subject_id = ? returning id",
    )
    .bind(memberId)
    .first()
  const key = opsIdleKey(String(session?.['id']))
  await run(db, insertRows(counters, [{ key, count: 1, expiresAt: now + opsPagesLimits.idleMs }]))
}
