import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { members } from './accounts.ts'
import { at } from './columns.ts'

/** `withdrawnAt` keeps the row, because a withdrawn like still counts towards the day's quota. */
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
  },
  (t) => [
    primaryKey({ columns: [t.fromId, t.toId] }),
    index('likes_from_time').on(t.fromId, t.createdAt),
    index('likes_to_time').on(t.toId, t.createdAt),
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
