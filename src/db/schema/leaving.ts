import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { at, id } from './columns.ts'

/**
 * Deleted accounts, until their purge is done. Without a reference to `members`: the row outlives the
 * member's, so that a purge that was interrupted goes on.
 */
export const deletions = sqliteTable(
  'deletions',
  {
    memberId: text('member_id').primaryKey(),
    requestedAt: at('requested_at').notNull(),
    by: text('by').$type<'member' | 'operator'>().notNull(),
    /** When others stop seeing the profile: at once, or at a random moment after an encounter. */
    hidesAt: at('hides_at').notNull(),
    /** When the purge begins, unless the account was restored before. */
    purgeAt: at('purge_at').notNull(),
    /** The state that a restore brings back. */
    formerState: text('former_state').$type<'incomplete' | 'complete' | 'restricted' | 'paused'>().notNull(),
    /** The step of the purge that comes next; null until it has begun. */
    step: text('step'),
    /** Attempts in vain at that step, and the last one's error for operators. */
    attempts: integer('attempts').notNull().default(0),
    error: text('error'),
    /** When the list outside D1 had the deletion; until then the cron repeats it. */
    listedAt: at('listed_at'),
  },
  (t) => [
    index('deletions_purge').on(t.purgeAt),
    index('deletions_hides').on(t.hidesAt),
    index('deletions_unlisted')
      .on(t.requestedAt)
      .where(sql`listed_at is null`),
  ],
)

/** How many accounts were deleted in a month, by the reason that their members gave; no row says whose. */
export const deletionReasons = sqliteTable(
  'deletion_reasons',
  {
    reason: text('reason').$type<'met-someone' | 'break' | 'people' | 'privacy' | 'trouble' | 'other'>().notNull(),
    /** Such as 2026-11, in UTC. */
    month: text('month').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.reason, t.month] })],
)

/**
 * Copies of their data that members asked for. Without a reference to `members`: the row outlives the member's until its objects are
 * deleted. `day`: start of the day for which it counts, ms; a failed one counts for none.
 */
export const dataExports = sqliteTable(
  'exports',
  {
    id: id(),
    memberId: text('member_id').notNull(),
    day: at('day').notNull(),
    state: text('state').$type<'preparing' | 'ready' | 'failed'>().notNull(),
    /** The origin for the link of its email. */
    origin: text('origin').notNull(),
    /** Number of the next step. Only the run that read it may write that step. */
    step: integer('step').notNull().default(0),
    /** Where the next step begins, as JSON; '' before the first. */
    cursor: text('cursor').notNull().default(''),
    /** Bytes of the whole file, once it is ready. */
    size: integer('size'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [
    // One in preparation or ready for each day: of two requests at once, one wins.
    uniqueIndex('exports_day')
      .on(t.memberId, t.day)
      .where(sql`state <> 'failed'`),
    index('exports_member').on(t.memberId, t.createdAt),
    index('exports_expires').on(t.expiresAt),
    index('exports_preparing')
      .on(t.updatedAt)
      .where(sql`state = 'preparing'`),
  ],
)

/** A portion of one file of an export, in their order. Its object is in R2 under `key`; `crc`: of the file up to its end. */
export const exportParts = sqliteTable(
  'export_parts',
  {
    exportId: text('export_id')
      .notNull()
      .references(() => dataExports.id, { onDelete: 'cascade' }),
    step: integer('step').notNull(),
    position: integer('position').notNull(),
    file: text('file').notNull(),
    key: text('key').notNull(),
    size: integer('size').notNull(),
    crc: integer('crc').notNull(),
  },
  (t) => [primaryKey({ columns: [t.exportId, t.step, t.position] })],
)
