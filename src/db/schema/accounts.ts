import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { PasskeyTransport } from '#shared/passkey-transport.ts'
import { at, id } from './columns.ts'

/**
 * A sign-up that waits for its code; the account exists only afterwards. A decoy is created for an address that already has one.
 */
export const registrations = sqliteTable(
  'registrations',
  {
    id: id(),
    email: text('email').notNull(),
    /** True if the address already had an account: its code never matches, and its owner received another email. */
    decoy: integer('decoy', { mode: 'boolean' }).notNull().default(false),
    passwordHash: text('password_hash').notNull(),
    firstName: text('first_name').notNull(),
    birthDate: text('birth_date').notNull(),
    gender: text('gender').notNull(),
    /** JSON array of genders. */
    seeks: text('seeks', { mode: 'json' }).$type<string[]>().notNull(),
    locale: text('locale').notNull(),
    timeZone: text('time_zone').notNull(),
    codeHash: text('code_hash').notNull(),
    codeExpiresAt: at('code_expires_at').notNull(),
    codeTries: integer('code_tries').notNull().default(0),
    codeSentAt: at('code_sent_at').notNull(),
    codesSent: integer('codes_sent').notNull().default(1),
    /** Hash of the `?t=` token in the email's link. */
    linkHash: text('link_hash').notNull(),
    /** The provider account to link once the code is confirmed; `passwordHash` is '' then. */
    identity: text('identity', { mode: 'json' }).$type<{ provider: 'google' | 'facebook'; issuer: string; subject: string }>(),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [
    index('registrations_email').on(t.email),
    uniqueIndex('registrations_link').on(t.linkHash),
    index('registrations_expires').on(t.expiresAt),
  ],
)

/** Codes and links of a sign-up's emails before the newest. Each is valid until its own expiry. */
export const registrationCodes = sqliteTable(
  'registration_codes',
  {
    linkHash: text('link_hash').primaryKey(),
    registrationId: text('registration_id')
      .notNull()
      .references(() => registrations.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index('registration_codes_registration').on(t.registrationId)],
)

export const members = sqliteTable(
  'members',
  {
    id: id(),
    /** Lower case. */
    email: text('email').notNull(),
    /** '' without a password: the member only signs in through a provider. */
    passwordHash: text('password_hash').notNull(),
    state: text('state').$type<'incomplete' | 'complete' | 'restricted' | 'paused' | 'deleted'>().notNull(),
    firstName: text('first_name').notNull(),
    birthDate: text('birth_date').notNull(),
    /** When the member corrected it, which is allowed once. */
    birthDateChangedAt: at('birth_date_changed_at'),
    gender: text('gender').notNull(),
    locale: text('locale').notNull(),
    timeZone: text('time_zone').notNull(),
    /** Spec §3: 1 light, 2 dark, 3 system. */
    appearance: integer('appearance').$type<1 | 2 | 3>().notNull().default(1),
    /** The account's role on the operators' pages; a plain member may do nothing there. */
    role: text('role').$type<'member' | 'moderator' | 'operator'>().notNull().default('member'),
    /** End of premium, copied from the ledger because every request reads this row anyway. Null without premium. */
    premiumUntil: at('premium_until'),
    /** How often the member has signed in, up to the number after which a passkey is offered; then it stays. */
    signIns: integer('sign_ins').notNull().default(0),
    /** When the member answered 'not now' to that offer; it is not made again. */
    passkeyRefusedAt: at('passkey_refused_at'),
    /**
     * Raised by triggers whenever someone who is a match, has written or has liked this member becomes unavailable to them or
     * available again (migration 0038). While it stays the same, a hub need not ask who may still be counted in its badges.
     */
    peopleRevision: integer('people_revision').notNull().default(0),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('members_email').on(t.email),
    // For the number of sign-ups per day.
    index('members_created').on(t.createdAt),
    check('members_appearance', sql`${t.appearance} in (1, 2, 3)`),
  ],
)

/** Proof of each consent: text, language, member and time. */
export const consents = sqliteTable(
  'consents',
  {
    id: id(),
    subjectKind: text('subject_kind').$type<'registration' | 'member'>().notNull(),
    subjectId: text('subject_id').notNull(),
    kind: text('kind').$type<'terms' | 'sensitive-data' | 'verification'>().notNull(),
    version: text('version').notNull(),
    locale: text('locale').notNull(),
    /** SHA-256 of the text shown, hex. */
    textHash: text('text_hash').notNull(),
    givenAt: at('given_at').notNull(),
    /** When the account ended; null while there is one. */
    endedAt: at('ended_at'),
    /** 0 until it is withdrawn: in SQLite, nulls would not be unique. A withdrawn one stays as proof beside a new one. */
    withdrawnAt: at('withdrawn_at').notNull().default(0),
  },
  (t) => [
    index('consents_ended')
      .on(t.endedAt)
      .where(sql`ended_at is not null`),
    uniqueIndex('consents_once').on(t.subjectKind, t.subjectId, t.kind, t.version, t.withdrawnAt),
    // Consents to sign-ups that were never finished, which the sweep deletes.
    index('consents_pending')
      .on(t.subjectKind, t.givenAt)
      .where(sql`subject_kind = 'registration'`),
  ],
)

/** Accounts of other providers, keyed by issuer and subject, never by email address. */
export const identities = sqliteTable(
  'identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    provider: text('provider').$type<'google' | 'facebook'>().notNull(),
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    linkedAt: at('linked_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.issuer, t.subject] }), uniqueIndex('identities_member').on(t.memberId, t.provider)],
)

/**
 * Passkeys, by the id that their authenticator chose. `publicKey`: SubjectPublicKeyInfo as base64url. `userHandle`: random, the same
 * for all passkeys of a member, so that an authenticator knows them as one account's.
 */
export const passkeys = sqliteTable(
  'passkeys',
  {
    id: text('id').primaryKey(),
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    userHandle: text('user_handle').notNull(),
    publicKey: text('public_key').notNull(),
    /** How often it has signed; always 0 for passkeys that several devices share. */
    counter: integer('counter').notNull(),
    /** How a browser reaches it, as a JSON array. */
    transports: text('transports', { mode: 'json' }).$type<PasskeyTransport[]>().notNull(),
    /** The kind of its authenticator (AAGUID), of which its name comes; null if the authenticator does not say. */
    authenticator: text('authenticator'),
    /** Its authenticator keeps a copy elsewhere. */
    backedUp: integer('backed_up', { mode: 'boolean' }).notNull(),
    createdAt: at('created_at').notNull(),
    lastUsedAt: at('last_used_at'),
  },
  (t) => [index('passkeys_member').on(t.memberId)],
)

/** What a challenge is for; an answer to it serves nothing else. */
export type ChallengePurpose = 'sign-in' | 'add' | 'enrol-factor' | 'factor'

/** Challenges that wait for a passkey's answer, by hash; the answer deletes its row. Those of a sign-in have no member. */
export const passkeyChallenges = sqliteTable(
  'passkey_challenges',
  {
    hash: text('hash').primaryKey(),
    purpose: text('purpose').$type<ChallengePurpose>().notNull().default('sign-in'),
    memberId: text('member_id').references(() => members.id, { onDelete: 'cascade' }),
    /** The session that may answer it. */
    sessionId: text('session_id'),
    /** Of the passkey to be added. */
    userHandle: text('user_handle'),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index('passkey_challenges_member').on(t.memberId), index('passkey_challenges_expires').on(t.expiresAt)],
)

type EarlierCode = { codeHash: string; linkHash: string | null; expiresAt: number }

/** Emailed codes for everything except sign-up. Without `memberId` it is a decoy: no member has the address. */
export const oneTimeCodes = sqliteTable(
  'one_time_codes',
  {
    id: id(),
    purpose: text('purpose').$type<'reset' | 'email-change'>().notNull(),
    memberId: text('member_id').references(() => members.id, { onDelete: 'cascade' }),
    /** The address that it was sent to. */
    email: text('email').notNull(),
    codeHash: text('code_hash').notNull(),
    /** The code of the email before the last. It is valid until its own expiry, so a stranger's request does not void it. */
    previousCodeHash: text('previous_code_hash', { mode: 'json' }).$type<{ hash: string; expiresAt: number }>(),
    /** Hash of the secret in the email's link, which replaces the code. */
    linkHash: text('link_hash'),
    /** Expires with the previous code. */
    previousLinkHash: text('previous_link_hash'),
    /** Codes and links of the emails before those two, each valid until its own expiry. */
    earlierCodes: text('earlier_codes', { mode: 'json' }).$type<EarlierCode[]>().notNull().default([]),
    expiresAt: at('expires_at').notNull(),
    tries: integer('tries').notNull().default(0),
    sentAt: at('sent_at').notNull(),
    usedAt: at('used_at'),
  },
  (t) => [
    index('one_time_codes_email').on(t.purpose, t.email),
    index('one_time_codes_member').on(t.memberId),
    index('one_time_codes_expires').on(t.expiresAt),
  ],
)

/** Changes of address that the old address can still undo. */
export const emailChanges = sqliteTable(
  'email_changes',
  {
    id: id(),
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    oldEmail: text('old_email').notNull(),
    newEmail: text('new_email').notNull(),
    /** Hash of the token in the email to the old address. */
    undoHash: text('undo_hash').notNull(),
    changedAt: at('changed_at').notNull(),
    /** Undoing the change also removes the passkeys added since then: whoever made it may have added them. */
    passkeysSince: at('passkeys_since').notNull().default(0),
    undoUntil: at('undo_until').notNull(),
    undoneAt: at('undone_at'),
  },
  (t) => [
    uniqueIndex('email_changes_undo').on(t.undoHash),
    index('email_changes_member').on(t.memberId),
    index('email_changes_until').on(t.undoUntil),
  ],
)

/** Second factor of moderators and operators (RFC 6238). The secret is encrypted; recovery codes are hashes, each for one use. */
export const secondFactors = sqliteTable('second_factors', {
  memberId: text('member_id')
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  sealedSecret: text('sealed_secret').notNull(),
  recoveryHashes: text('recovery_hashes', { mode: 'json' }).$type<string[]>().notNull(),
  /** Time step of the last accepted code: no code is accepted twice. */
  lastStep: integer('last_step').notNull().default(0),
  confirmedAt: at('confirmed_at'),
  /** When another operator approved the enrolment, and who; before that the factor gives no access. */
  acceptedAt: at('accepted_at'),
  acceptedBy: text('accepted_by'),
})

/**
 * Passkeys that moderators and operators may use instead of a code, once another operator has accepted them. They go with the
 * passkey, and with the second factor itself.
 */
export const factorPasskeys = sqliteTable(
  'factor_passkeys',
  {
    id: id(),
    passkeyId: text('passkey_id')
      .notNull()
      .references(() => passkeys.id, { onDelete: 'cascade' }),
    memberId: text('member_id')
      .notNull()
      .references(() => secondFactors.memberId, { onDelete: 'cascade' }),
    enrolledAt: at('enrolled_at').notNull(),
    /** When another operator accepted it, and who. */
    acceptedAt: at('accepted_at'),
    acceptedBy: text('accepted_by'),
  },
  (t) => [uniqueIndex('factor_passkeys_passkey').on(t.passkeyId), index('factor_passkeys_member').on(t.memberId)],
)
