import { sql } from 'drizzle-orm'
import { index, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { members } from './accounts.ts'
import { at, id } from './columns.ts'

export type FactorKind = 'totp' | 'recovery' | 'passkey'

/** A signed-in browser. `subjectKind`: it belongs to a pending registration or to a member. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: id(),
    subjectKind: text('subject_kind').$type<'registration' | 'member'>().notNull(),
    subjectId: text('subject_id').notNull(),
    createdAt: at('created_at').notNull(),
    seenAt: at('seen_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    revokedAt: at('revoked_at'),
    userAgent: text('user_agent').notNull().default(''),
    /**
     * When the password or a provider was last confirmed in this session: sensitive changes require a recent time. A passkey
     * does not set it.
     */
    confirmedAt: at('confirmed_at'),
    /** When the second factor was given in this session; null while the operators' pages are locked. */
    factorAt: at('factor_at'),
    /** What was given as second factor: only after a code of the app may a passkey be enrolled. */
    factorKind: text('factor_kind').$type<FactorKind>(),
    /** The passkey that signed this session in: here it is no second factor. */
    passkeyId: text('passkey_id'),
  },
  (t) => [index('sessions_subject').on(t.subjectKind, t.subjectId), index('sessions_expires').on(t.expiresAt)],
)

/**
 * Refresh tokens by hash. The previous one is still accepted for 30 s and returns the current one; any other use of an old one
 * revokes the session.
 */
export const refreshTokens = sqliteTable(
  'refresh_tokens',
  {
    hash: text('hash').primaryKey(),
    sessionId: text('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    createdAt: at('created_at').notNull(),
    supersededAt: at('superseded_at'),
  },
  (t) => [
    index('refresh_tokens_session').on(t.sessionId),
    index('refresh_tokens_superseded')
      .on(t.supersededAt)
      .where(sql`superseded_at is not null`),
  ],
)

/** Browsers that a member has signed in with, by the hash of a long-lived cookie: a new one is reported by email. */
export const knownDevices = sqliteTable(
  'known_devices',
  {
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    deviceHash: text('device_hash').notNull(),
    firstSeenAt: at('first_seen_at').notNull(),
    lastSeenAt: at('last_seen_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.memberId, t.deviceHash] }), index('known_devices_seen').on(t.lastSeenAt)],
)

/**
 * A signed-in browser's push subscription: one endpoint per session, and never two sessions with the same one. Triggers of its
 * migration delete it when the session ends, and when its member pauses, is restricted or leaves.
 */
export const pushSubscriptions = sqliteTable(
  'push_subscriptions',
  {
    sessionId: text('session_id')
      .primaryKey()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    endpoint: text('endpoint').notNull(),
    /** The browser's public key and its secret (RFC 8291), base64url, with which messages are encrypted. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [uniqueIndex('push_subscriptions_endpoint').on(t.endpoint), index('push_subscriptions_member').on(t.memberId)],
)
