import { sql } from 'drizzle-orm'
import { check, index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { members } from './accounts.ts'
import { at, id } from './columns.ts'

export const blocks = sqliteTable(
  'blocks',
  {
    blockerId: text('blocker_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    blockedId: text('blocked_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    createdAt: at('created_at').notNull(),
    /** When the two members' conversation was closed; null until that is done, which is retried. */
    endedAt: at('ended_at'),
    /** No longer written: rows with a value are in `kept_apart` by now, and only count in pairing. */
    metIn: text('met_in', { enum: ['anonymous', 'blind'] }),
  },
  (t) => [
    primaryKey({ columns: [t.blockerId, t.blockedId] }),
    index('blocks_blocked').on(t.blockedId),
    index('blocks_unended')
      .on(t.createdAt)
      .where(sql`ended_at is null`),
  ],
)

/**
 * Two who never meet as strangers again, because one of them has reported an encounter of theirs. It hides and ends nothing, so
 * the row does not reveal who reported, when, or where.
 */
export const keptApart = sqliteTable(
  'kept_apart',
  {
    lowId: text('low_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    highId: text('high_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.lowId, t.highId] }), index('kept_apart_high').on(t.highId)],
)

/**
 * A report as submitted. It outlives both accounts while it is open, so it refers to ids and not to rows. `reportEvidence` has a
 * copy of the reported content from that time.
 */
export const reports = sqliteTable(
  'reports',
  {
    id: id(),
    reporterId: text('reporter_id').notNull(),
    reportedId: text('reported_id').notNull(),
    category: text('category').notNull(),
    text: text('text').notNull().default(''),
    /** Where it was submitted: a profile, a conversation, or an encounter, in which no profile is visible. */
    source: text('place').$type<'profile' | 'conversation' | 'anonymous' | 'blind'>().notNull(),
    conversationId: text('conversation_id'),
    state: text('state').$type<'open' | 'dismissed' | 'acted'>().notNull().default('open'),
    createdAt: at('created_at').notNull(),
    decidedAt: at('decided_at'),
    decidedBy: text('decided_by'),
    /** When the pictures of its evidence were copied; null until then. */
    picturesCopiedAt: at('pictures_copied_at'),
    /** Reason for the decision, for the audit log; deleted with the report. */
    decisionReason: text('decision_reason'),
  },
  (t) => [
    index('reports_queue').on(t.state, t.createdAt),
    index('reports_reported').on(t.reportedId, t.createdAt),
    index('reports_reporter').on(t.reporterId, t.createdAt),
    index('reports_decided')
      .on(t.decidedAt)
      .where(sql`decided_at is not null`),
    check('reports_two', sql`${t.reporterId} <> ${t.reportedId}`),
  ],
)

/** A copy of the reported content: JSON, whose schema is in features/reports/contract.ts. */
export const reportEvidence = sqliteTable(
  'report_evidence',
  {
    reportId: text('report_id')
      .notNull()
      .references(() => reports.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'profile' | 'messages'>().notNull(),
    data: text('data', { mode: 'json' }).$type<unknown>().notNull(),
    takenAt: at('taken_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.reportId, t.kind] })],
)

/** Members without access to anonymous chat and blind dates until the reports that caused it are decided. */
export const encounterPauses = sqliteTable('encounter_pauses', {
  memberId: text('member_id')
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  pausedAt: at('paused_at').notNull(),
})

/** A restriction with its statement of reasons, and the state of its one appeal. */
export const restrictions = sqliteTable(
  'restrictions',
  {
    id: id(),
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** The broken rule, a key of the list in features/restriction/contract.ts. */
    rule: text('rule').notNull(),
    /** The facts, in words. */
    facts: text('facts').notNull(),
    /** Null: permanent. */
    until: at('until'),
    decidedBy: text('decided_by').$type<'person' | 'program'>().notNull(),
    actorId: text('actor_id').references(() => members.id, { onDelete: 'set null' }),
    createdAt: at('created_at').notNull(),
    liftedAt: at('lifted_at'),
    /** After a talk with a stranger: when the restriction becomes visible to others. Null: it is visible. */
    hidesAt: at('hides_at'),
    /** The account state to restore. */
    formerState: text('former_state').$type<'incomplete' | 'complete' | 'paused'>().notNull(),
    appealText: text('appeal_text'),
    appealedAt: at('appealed_at'),
    appealDecidedAt: at('appeal_decided_at'),
    appealOutcome: text('appeal_outcome').$type<'upheld' | 'lifted'>(),
    appealActorId: text('appeal_actor_id').references(() => members.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('restrictions_member').on(t.memberId, t.createdAt),
    index('restrictions_appeals').on(t.appealedAt, t.appealDecidedAt),
    // Active restrictions: the cron lifts them, and closes sockets that are still open.
    index('restrictions_ending')
      .on(t.until)
      .where(sql`lifted_at is null and until is not null`),
    index('restrictions_standing')
      .on(t.createdAt)
      .where(sql`lifted_at is null`),
    // Ended ones are deleted after their time.
    index('restrictions_lifted')
      .on(t.liftedAt)
      .where(sql`lifted_at is not null`),
    // Restrictions not yet visible to others.
    index('restrictions_hiding')
      .on(t.hidesAt, t.memberId)
      .where(sql`lifted_at is null and hides_at is not null`),
    // For the end of a member of staff, which empties both columns.
    index('restrictions_actor')
      .on(t.actorId)
      .where(sql`actor_id is not null`),
    index('restrictions_appeal_actor')
      .on(t.appealActorId)
      .where(sql`appeal_actor_id is not null`),
  ],
)

/**
 * Statements of reasons about accounts that were purged. Without a reference to `members`, because these rows stay. `endedAt`: when
 * the restriction was lifted, or ended with the account.
 */
export const pastRestrictions = sqliteTable(
  'past_restrictions',
  {
    id: id(),
    memberId: text('member_id').notNull(),
    rule: text('rule').notNull(),
    facts: text('facts').notNull(),
    until: at('until'),
    decidedBy: text('decided_by').$type<'person' | 'program'>().notNull(),
    actorId: text('actor_id'),
    createdAt: at('created_at').notNull(),
    endedAt: at('ended_at').notNull(),
    appealText: text('appeal_text'),
    appealedAt: at('appealed_at'),
    appealDecidedAt: at('appeal_decided_at'),
    appealOutcome: text('appeal_outcome').$type<'upheld' | 'lifted'>(),
    appealActorId: text('appeal_actor_id'),
  },
  (t) => [index('past_restrictions_member').on(t.memberId), index('past_restrictions_ended').on(t.endedAt)],
)

/** Addresses of accounts that were restricted when they were purged, as keyed hashes. They cannot join again until `endsAt`. */
export const bannedAddresses = sqliteTable(
  'banned_addresses',
  { hash: text('hash').primaryKey(), endsAt: at('ends_at').notNull() },
  (t) => [index('banned_addresses_ends').on(t.endsAt)],
)

/** Actions of moderators and operators; never changed, and not deleted with the member. */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: id(),
    actorId: text('actor_id').notNull(),
    action: text('action').notNull(),
    subjectKind: text('subject_kind').notNull(),
    subjectId: text('subject_id').notNull(),
    detail: text('detail', { mode: 'json' }).$type<Record<string, string | number | null>>().notNull().default({}),
    at: at('at').notNull(),
  },
  (t) => [index('audit_log_subject').on(t.subjectKind, t.subjectId), index('audit_log_time').on(t.at)],
)
