import { and, count, eq, isNotNull, isNull, min, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { activeStates, isInOwnStateSql } from '#db/predicates/own-state.ts'
import { members, photos, restrictions } from '#db/schema.ts'
import { openMessagesStatement } from '#features/contact/server/public.ts'
import { countFailedEmailsStatement } from '#features/mail/server/public.ts'
import { waitingVerificationsStatement } from '#features/photos/server/public.ts'
import { openReportsStatement } from '#features/reports/server/public.ts'
import { openDifferencesStatement, problemsStatement } from '#features/store/settlement/server/public.ts'
import { isOpenTo } from '#server/auth/staff-acts.ts'
import type { Staff } from '../staff.ts'

/** For a batch: the pending photos, and since when the oldest has been waiting. */
export function pendingPhotosStatement(db: Database) {
  return db
    .select({ total: count().as('total'), oldest: min(photos.createdAt) })
    .from(photos)
    .innerJoin(members, eq(members.id, photos.memberId))
    .where(and(eq(photos.state, 'pending'), isInOwnStateSql(activeStates)))
}

/** The same for appeals. */
export function openAppealsStatement(db: Database) {
  return db
    .select({ total: count().as('total'), oldest: min(restrictions.appealedAt) })
    .from(restrictions)
    .where(and(isNotNull(restrictions.appealedAt), isNull(restrictions.appealDecidedAt), isNull(restrictions.liftedAt)))
}

/** How many cases wait in each queue; 0 in those that are not open to the reader. */
export type QueueCounts = Record<'reports' | 'photos' | 'verifications' | 'appeals' | 'messages' | 'emails' | 'payments', number>

const totalOf = (statement: SQLWrapper): SQL => sql`(select total from ${statement})`

/** The lengths of the queues for the navigation: one statement, because every page runs it. */
export async function countQueues(db: Database, { id, role }: Pick<Staff, 'id' | 'role'>): Promise<QueueCounts> {
  const emails = isOpenTo('showMail', role) ? totalOf(countFailedEmailsStatement(db)) : sql`0`
  const payments = isOpenTo('showPayments', role)
    ? sql`${totalOf(openDifferencesStatement(db))} + ${totalOf(problemsStatement(db))}`
    : sql`0`
  const [row] = await db.all<QueueCounts>(sql`
    select ${totalOf(openReportsStatement(db, id))} as reports, ${totalOf(pendingPhotosStatement(db))} as photos,
      ${totalOf(waitingVerificationsStatement(db))} as verifications,
      ${totalOf(openAppealsStatement(db))} as appeals, ${totalOf(openMessagesStatement(db))} as messages,
      ${emails} as emails, ${payments} as payments`)
  return row ?? { reports: 0, photos: 0, verifications: 0, appeals: 0, messages: 0, emails: 0, payments: 0 }
}
