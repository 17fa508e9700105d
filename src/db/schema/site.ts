import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { at } from './columns.ts'

/** Exact counters for logins, codes and resets: one row per key and window. */
export const counters = sqliteTable(
  'counters',
  { key: text('key').primaryKey(), count: integer('count').notNull(), expiresAt: at('expires_at').notNull() },
  (t) => [index('counters_expires').on(t.expiresAt)],
)

/** Possible attacks, counted per UTC day (`2026-11-22`) and kind, without personal data. */
export const securityEvents = sqliteTable(
  'security_events',
  {
    day: text('day').notNull(),
    kind: text('kind').notNull(),
    count: integer('count').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.kind] }), index('security_events_expires').on(t.expiresAt)],
)

/** Emails that could not be sent, until an operator retries or discards them. Recipient and content are encrypted. */
export const failedEmails = sqliteTable(
  'failed_emails',
  {
    id: text('id').primaryKey(),
    kind: text('kind').notNull(),
    /** Last error: a code of the mail service or of ours, never its message. */
    code: text('code').notNull(),
    attempts: integer('attempts').notNull(),
    askedAt: at('asked_at').notNull(),
    failedAt: at('failed_at').notNull(),
    /** After this time it is no longer sent. */
    usefulUntil: at('useful_until').notNull(),
    sealed: text('sealed').notNull(),
  },
  (t) => [index('failed_emails_failed').on(t.failedAt)],
)

/** Jobs of the cron whose last run failed, and the number of failures in a row. */
export const jobFailures = sqliteTable('job_failures', {
  job: text('job').primaryKey(),
  failures: integer('failures').notNull(),
  /** The first failure. */
  since: at('since').notNull(),
  lastAt: at('last_at').notNull(),
})

/** Figures of past days (UTC, `2026-11-22`) for operators: counted once, after the end of the day, without personal data. */
export const dayFigures = sqliteTable(
  'day_figures',
  { day: text('day').notNull(), figure: text('figure').notNull(), value: integer('value').notNull() },
  (t) => [primaryKey({ columns: [t.day, t.figure] })],
)

/** Server-side redirect lookup (spec §2). `path` has no locale prefix; a target may be absolute. */
export const redirects = sqliteTable('redirects', {
  path: text('path').primaryKey(),
  target: text('target').notNull(),
  createdAt: at('created_at').notNull(),
})

/** One row, incremented by each change to public content, which invalidates cached guest pages. */
export const contentRevision = sqliteTable('content_revision', {
  id: integer('id').primaryKey(),
  revision: integer('revision').notNull(),
  /** Hash of the content written by the last deployment (`scripts/deploy/content-hash.ts`); null before the first. */
  seedHash: text('seed_hash'),
})

/** Versions of the legal texts; the texts are messages of the namespace `legal`. */
export const legalVersions = sqliteTable(
  'legal_versions',
  { document: text('document').notNull(), version: text('version').notNull(), publishedAt: at('published_at').notNull() },
  (t) => [primaryKey({ columns: [t.document, t.version] })],
)

/**
 * Restores of this database, each by the value of `RESTORE_EPOCH` that announced it. `cursor`: the id of the last member compared
 * with the list of deletions. `appliedAt`: when the list was applied; from then on the site answers.
 */
export const restores = sqliteTable('restores', {
  epoch: text('epoch').primaryKey(),
  cursor: text('cursor').notNull().default(''),
  appliedAt: at('applied_at'),
})
