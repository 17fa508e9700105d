import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { members } from './accounts.ts'
import { at } from './columns.ts'
import type { TieKind } from '#shared/text/tie.ts'

/** `ref` as in `tieRef`; times in ms. */
export type EarlierTie = { kind: TieKind; ref: string; line: string | null; givenAt: number; withdrawnAt: number }

/**
 * `withdrawnAt` keeps the row, because a withdrawn like still counts towards the day's quota. `tieKind` and `tieRef` name the thing on the
 * liked member's profile that the like is tied to (features/profile/server/things.ts), never its content.
 */
export const likes = sqliteTable(
  'likes',
  {
    fromId: text('from_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    toId: text('to_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    createdAt: at('created_at').notNull(),
    withdrawnAt: at('withdrawn_at'),
    tieKind: text('tie_kind').$type<TieKind>(),
    tieRef: text('tie_ref'),
    /** What its giver wrote with it; counts as one of the requests of the like's day. */
    line: text('line'),
    /** Ties of the same like before it was given again on a later day: for reports, for 30 days after each was withdrawn. */
    earlierTies: text('earlier_ties', { mode: 'json' }).$type<EarlierTie[]>(),
    /** When the first of them is due to be removed. */
    earlierUntil: at('earlier_until'),
  },
  (t) => [
    primaryKey({ columns: [t.fromId, t.toId] }),
    index('likes_from_time').on(t.fromId, t.createdAt),
    index('likes_to_time').on(t.toId, t.createdAt),
    // For the day's requests: a plain like has no entry in it.
    index('likes_lines')
      .on(t.fromId, t.createdAt)
      .where(sql`line is not null`),
    // For the ties of a match, without reading plain likes.
    uniqueIndex('likes_tied')
      .on(t.fromId, t.toId)
      .where(sql`tie_kind is not null`),
    index('likes_ties_withdrawn')
      .on(t.withdrawnAt)
      .where(sql`withdrawn_at is not null and tie_kind is not null`),
    index('likes_earlier')
      .on(t.earlierUntil)
      .where(sql`earlier_until is not null`),
  ],
)

export const passes = sqliteTable(
  'passes',
  {
    fromId: text('from_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    toId: text('to_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.fromId, t.toId] }),
    index('passes_expires').on(t.expiresAt),
    // For the purge of an account.
    index('passes_to').on(t.toId),
  ],
)

/** One canonical row per match (`lowId` < `highId`), so that two simultaneous likes make one. The id never changes. */
export const pairs = sqliteTable(
  'pairs',
  {
    lowId: text('low_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    highId: text('high_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    conversationId: text('conversation_id').notNull(),
    matchedAt: at('matched_at').notNull(),
    /** When the conversation was opened and both members were notified; null until both are done, which is retried. */
    openedAt: at('opened_at'),
    unmatchedAt: at('unmatched_at'),
    /** When the conversation of an unmatched pair was closed; null until that is done, which is retried. */
    endedAt: at('ended_at'),
  },
  (t) => [
    primaryKey({ columns: [t.lowId, t.highId] }),
    uniqueIndex('pairs_conversation').on(t.conversationId),
    index('pairs_high').on(t.highId),
    // For the number of matches per day.
    index('pairs_matched').on(t.matchedAt),
    index('pairs_unopened')
      .on(t.matchedAt)
      .where(sql`opened_at is null`),
    index('pairs_unended')
      .on(t.unmatchedAt)
      .where(sql`unmatched_at is not null and ended_at is null`),
    check('pairs_order', sql`${t.lowId} < ${t.highId}`),
  ],
)

/**
 * The one message that a member may send to someone without a match, stored with its conversation's id. A later match of the two
 * takes over the conversation. A row of `pairs`, active or ended, takes precedence.
 */
export const chatRequests = sqliteTable(
  'chat_requests',
  {
    conversationId: text('conversation_id').primaryKey(),
    fromId: text('from_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    toId: text('to_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** The sender never learns whether it is `waiting` or `declined`. */
    state: text('state').$type<'waiting' | 'accepted' | 'declined' | 'expired'>().notNull(),
    cid: text('cid').notNull(),
    /** The message until its conversation stores it; null afterwards. */
    text: text('text'),
    sentAt: at('sent_at').notNull(),
    /** When the current state began. */
    stateAt: at('state_at').notNull(),
    /** When all consequences of the state were done; null until then, and they are retried. */
    settledAt: at('settled_at'),
  },
  (t) => [
    index('chat_requests_from').on(t.fromId, t.sentAt),
    index('chat_requests_pair').on(t.fromId, t.toId),
    index('chat_requests_to').on(t.toId, t.state),
    index('chat_requests_expiring').on(t.state, t.sentAt),
    index('chat_requests_unsettled')
      .on(t.stateAt)
      .where(sql`settled_at is null`),
    check('chat_requests_two', sql`${t.fromId} <> ${t.toId}`),
  ],
)

/** Last visit and number of visits per visitor. */
export const visits = sqliteTable(
  'visits',
  {
    visitorId: text('visitor_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    visitedId: text('visited_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    lastAt: at('last_at').notNull(),
    count: integer('count').notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.visitorId, t.visitedId] }),
    index('visits_visited').on(t.visitedId, t.lastAt),
    index('visits_last').on(t.lastAt),
  ],
)

/**
 * Times at which a profile was opened, without the visitor: the baseline for the effect of a boost. Contains only visits that
 * count (`visits`).
 */
export const profileViews = sqliteTable(
  'profile_views',
  {
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    at: at('at').notNull(),
    views: integer('views').notNull(),
  },
  (t) => [primaryKey({ columns: [t.memberId, t.at] }), index('profile_views_at').on(t.at)],
)

/** A member's favourite; only the owner can see it. */
export const favourites = sqliteTable(
  'favourites',
  {
    ownerId: text('owner_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** The owner's private note. */
    note: text('note').notNull().default(''),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.ownerId, t.memberId] }),
    index('favourites_owner_time').on(t.ownerId, t.createdAt),
    check('favourites_two', sql`${t.ownerId} <> ${t.memberId}`),
  ],
)
