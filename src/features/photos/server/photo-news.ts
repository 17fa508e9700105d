import { eq, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { photos, profiles } from '#db/schema.ts'
import type { PhotoNews } from '../contract.ts'
import { verificationEndedSql } from './stale-verification.ts'

/** For a page's batch. */
export function photoNewsStatement(db: Database, memberId: string) {
  return db
    .select({
      waiting: sql<number>`count(case when ${photos.state} = 'pending' then 1 end)`.as('waiting'),
      refused: sql<number>`count(case when ${photos.state} = 'rejected' then 1 end)`.as('refused'),
      ended: verificationEndedSql.as('ended'),
    })
    .from(profiles)
    .leftJoin(photos, eq(photos.memberId, profiles.memberId))
    .where(eq(profiles.memberId, memberId))
    .groupBy(profiles.memberId)
}

export function toPhotoNews([row]: Awaited<ReturnType<typeof photoNewsStatement>>): PhotoNews {
  return { pending: row?.waiting ?? 0, rejected: row?.refused ?? 0, isUnverified: row?.ended === 1 }
}
