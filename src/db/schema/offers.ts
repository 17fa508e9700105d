import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { members } from './accounts.ts'
import { at, id } from './columns.ts'
import type { EntitlementKind } from '#shared/entitlement-kind.ts'

/** A period in which a member comes first among people nearby. */
export const boosts = sqliteTable(
  'boosts',
  {
    id: id(),
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    startsAt: at('starts_at').notNull(),
    endsAt: at('ends_at').notNull(),
    /** Times that the boost put the member on a page where they would not have been without it. */
    extraViews: integer('extra_views').notNull().default(0),
    /** The member's parent cell, copied from `profiles`: a move writes both in one batch. Null without a place. */
    parentX: integer('parent_x'),
    parentY: integer('parent_y'),
    /** What it gained over the usual; null until it has ended and was counted. */
    gain: text('gain', { mode: 'json' }).$type<{ views: number; likes: number; matches: number }>(),
  },
  (t) => [
    index('boosts_member').on(t.memberId, t.endsAt),
    index('boosts_ends').on(t.endsAt),
    // Boosts that have ended and are not counted yet.
    index('boosts_uncounted')
      .on(t.endsAt)
      .where(sql`gain is null`),
    // Covers everything that the list of people nearby reads of an area's boosts.
    index('boosts_area').on(t.parentX, t.parentY, t.endsAt, t.startsAt, t.memberId, t.id),
  ],
)

/** Append-only ledger of a member's entitlements: grants are positive, uses and refunds negative. */
export const entitlements = sqliteTable(
  'entitlements',
  {
    id: id(),
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** Position in the member's ledger, from 1: the order of writing, because isolates' clocks do not give one. */
    seq: integer('seq').notNull().default(0),
    kind: text('kind').$type<EntitlementKind>().notNull(),
    units: integer('units').notNull(),
    /** The cause of the entry; unique with its id, so that a repeated cause grants nothing. */
    sourceKind: text('source_kind')
      .$type<'order' | 'premium-week' | 'use' | 'refund' | 'freeze' | 'thaw' | 'goodwill' | 'return'>()
      .notNull(),
    sourceId: text('source_id').notNull(),
    startsAt: at('starts_at').notNull(),
    /** Null: valid until used. */
    expiresAt: at('expires_at'),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('entitlements_source').on(t.sourceKind, t.sourceId, t.kind),
    uniqueIndex('entitlements_member').on(t.memberId, t.seq),
  ],
)
