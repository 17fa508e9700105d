import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * Everything that D1 owns (docs/data.md has the table of owners, retention, export and purge). Times are milliseconds
 * since the epoch, dates of birth ISO `YYYY-MM-DD`, ids 22 characters of base64url (128 random bits).
 */

const id = () => text('id').primaryKey()
const at = (name: string) => integer(name, { mode: 'number' })

/** A sign-up that waits for its code. The account exists only afterwards; a decoy stands for an address already known. */
export const registrations = sqliteTable(
  'registrations',
  {
    id: id(),
    email: text('email').notNull(),
    /** True when the address already had an account: its code never fits, and its owner got another letter. */
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
    /** Hash of the `?t=` token in the letter's link. */
    linkHash: text('link_hash').notNull(),
    /** The provider's account that the member's becomes reachable by, once the code fits; then `passwordHash` is ''. */
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

export const members = sqliteTable(
  'members',
  {
    id: id(),
    /** Lower case. */
    email: text('email').notNull(),
    /** '' without a password: the member signs in through a provider only. */
    passwordHash: text('password_hash').notNull(),
    state: text('state').$type<'incomplete' | 'complete' | 'restricted' | 'paused' | 'deleted'>().notNull(),
    firstName: text('first_name').notNull(),
    birthDate: text('birth_date').notNull(),
    gender: text('gender').notNull(),
    locale: text('locale').notNull(),
    timeZone: text('time_zone').notNull(),
    /** Spec §3: 1 light, 2 dark, 3 system. */
    appearance: integer('appearance').$type<1 | 2 | 3>().notNull().default(1),
    /** What a person may do on the operators' pages; most may nothing. */
    role: text('role').$type<'member' | 'moderator' | 'operator'>().notNull().default('member'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [uniqueIndex('members_email').on(t.email), check('members_appearance', sql`${t.appearance} in (1, 2, 3)`)],
)

/**
 * What others may find: one row per member. `discoverable` is 1 only while the member is complete, so that a single index
 * serves the list of people nearby; it changes together with `members.state`.
 */
export const profiles = sqliteTable(
  'profiles',
  {
    memberId: text('member_id')
      .primaryKey()
      .references(() => members.id, { onDelete: 'cascade' }),
    discoverable: integer('discoverable', { mode: 'boolean' }).notNull().default(false),
    /** `style:seed` of the drawn portrait. */
    avatar: text('avatar'),
    about: text('about').notNull().default(''),
    intent: text('intent'),
    /** First name, gender and date of birth repeat `members`, because the list shows and filters by them; none ever changes. */
    firstName: text('first_name').notNull().default(''),
    gender: text('gender').notNull(),
    birthDate: text('birth_date').notNull(),
    /** Bit set of the genders sought (features/profile/contract.ts). */
    seeksMask: integer('seeks_mask').notNull(),
    genderMask: integer('gender_mask').notNull(),
    seeksAgeMin: integer('seeks_age_min').notNull().default(18),
    seeksAgeMax: integer('seeks_age_max').notNull().default(99),
    cityId: text('city_id').references(() => cities.id),
    /** Cell of about 5 km and its parent of 8 × 8 cells; never a coordinate, and never in a response. */
    cellX: integer('cell_x'),
    cellY: integer('cell_y'),
    parentX: integer('parent_x'),
    parentY: integer('parent_y'),
    cellChangedAt: at('cell_changed_at'),
    /** Changes since `cellDayStart`, for the limit of 10 a day. */
    cellChanges: integer('cell_changes').notNull().default(0),
    cellDayStart: at('cell_day_start'),
    interests: text('interests', { mode: 'json' }).$type<string[]>().notNull().default([]),
    languages: text('languages', { mode: 'json' }).$type<string[]>().notNull().default([]),
    heightCm: integer('height_cm'),
    body: text('body'),
    drinking: text('drinking'),
    smoking: text('smoking'),
    education: text('education'),
    kids: text('kids'),
    politics: text('politics'),
    religion: text('religion'),
    orientation: text('orientation'),
    /** JSON object: field → 'everyone' | 'matches' | 'me'; a field that is not in it has its default. */
    visibility: text('visibility', { mode: 'json' }).$type<Record<string, string>>().notNull().default({}),
    /** False hides the online dot and the last activity from others. */
    showsOnline: integer('shows_online', { mode: 'boolean' }).notNull().default(true),
    /** True: leaves no visit, and sees no visitors either. */
    browsesInvisibly: integer('browses_invisibly', { mode: 'boolean' }).notNull().default(false),
    /** When the member last looked at their visitors: later visits are marked as new. */
    visitorsSeenAt: at('visitors_seen_at').notNull().default(0),
    /** All answers of the quiz, packed (features/quiz/rules.ts), so that a window of people is compared without a row each. */
    quiz: text('quiz').notNull().default(''),
    /** Raised by each edit: an edit made from an older state is refused instead of overwriting. */
    revision: integer('revision').notNull().default(1),
    verified: integer('verified', { mode: 'boolean' }).notNull().default(false),
    /** 0 to 100. */
    completeness: integer('completeness').notNull().default(0),
    activeAt: at('active_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    // All that the list of people nearby asks of a candidate: only those who fit are looked up in the table itself.
    index('profiles_nearby').on(
      t.discoverable,
      t.parentX,
      t.parentY,
      t.activeAt,
      t.memberId,
      t.genderMask,
      t.seeksMask,
      t.birthDate,
      t.seeksAgeMin,
      t.seeksAgeMax,
      t.cellX,
      t.cellY,
      t.intent,
      t.visibility,
      t.showsOnline,
      t.verified,
    ),
    // The same wherever they live.
    index('profiles_active').on(
      t.discoverable,
      t.activeAt,
      t.memberId,
      t.genderMask,
      t.seeksMask,
      t.birthDate,
      t.seeksAgeMin,
      t.seeksAgeMax,
      t.intent,
      t.visibility,
      t.showsOnline,
      t.verified,
    ),
  ],
)

/** A signed-in browser. `subjectKind` says whose: a pending registration's or a member's. */
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
    /** When the password, or a provider, was last confirmed in this session: sensitive changes ask for a fresh one. */
    confirmedAt: at('confirmed_at'),
  },
  (t) => [index('sessions_subject').on(t.subjectKind, t.subjectId), index('sessions_expires').on(t.expiresAt)],
)

/** Refresh tokens by hash. A superseded one answers its successor for 30 s; after that its use revokes the session. */
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
  (t) => [index('refresh_tokens_session').on(t.sessionId)],
)

/** Proof of each consent: which text, in which language, by whom and when. */
export const consents = sqliteTable(
  'consents',
  {
    id: id(),
    subjectKind: text('subject_kind').$type<'registration' | 'member'>().notNull(),
    subjectId: text('subject_id').notNull(),
    kind: text('kind').$type<'terms' | 'sensitive-data'>().notNull(),
    version: text('version').notNull(),
    locale: text('locale').notNull(),
    /** SHA-256 of the text shown, hex. */
    textHash: text('text_hash').notNull(),
    givenAt: at('given_at').notNull(),
  },
  (t) => [uniqueIndex('consents_once').on(t.subjectKind, t.subjectId, t.kind, t.version)],
)

/** Exact counters for logins, codes and resets: one row per key and window. */
export const counters = sqliteTable(
  'counters',
  { key: text('key').primaryKey(), count: integer('count').notNull(), expiresAt: at('expires_at').notNull() },
  (t) => [index('counters_expires').on(t.expiresAt)],
)

export const cities = sqliteTable(
  'cities',
  {
    id: id(),
    slug: text('slug').notNull(),
    /** ISO 3166-1 alpha-2, lower case. */
    country: text('country').notNull(),
    /** JSON object: locale code → local name. */
    names: text('names', { mode: 'json' }).$type<Record<string, string>>().notNull(),
    cellX: integer('cell_x').notNull(),
    cellY: integer('cell_y').notNull(),
    timeZone: text('time_zone').notNull(),
  },
  (t) => [uniqueIndex('cities_slug').on(t.slug)],
)

/** `withdrawnAt` keeps the row, because a like taken back still counts towards the day's quota. */
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
  (t) => [primaryKey({ columns: [t.fromId, t.toId] })],
)

/** One canonical row per match (`lowId` < `highId`), so two simultaneous likes make one; the conversation's id derives from it. */
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
    /** When the conversation was opened and both were told; null while that is still to be done or repeated. */
    openedAt: at('opened_at'),
    unmatchedAt: at('unmatched_at'),
    /** When the conversation of an unmatched pair was closed; null while that is still to be done or repeated. */
    endedAt: at('ended_at'),
  },
  (t) => [
    primaryKey({ columns: [t.lowId, t.highId] }),
    uniqueIndex('pairs_conversation').on(t.conversationId),
    index('pairs_high').on(t.highId),
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
 * The one message that a member may send to someone who is no match, by its conversation (whose id derives from the pair,
 * as a match's does). A row of `pairs`, standing or ended, overrules it.
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
    /** The message, until it stands in its conversation; null from then on. */
    text: text('text'),
    sentAt: at('sent_at').notNull(),
    /** Since when the state is what it is. */
    stateAt: at('state_at').notNull(),
    /** When all that follows from the state was done; null while it is still to be done or repeated. */
    settledAt: at('settled_at'),
  },
  (t) => [
    index('chat_requests_from').on(t.fromId, t.sentAt),
    index('chat_requests_to').on(t.toId, t.state),
    index('chat_requests_expiring').on(t.state, t.sentAt),
    index('chat_requests_unsettled')
      .on(t.stateAt)
      .where(sql`settled_at is null`),
    check('chat_requests_two', sql`${t.fromId} <> ${t.toId}`),
  ],
)

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
    /** When the two's conversation was closed; null while that is still to be done or repeated. */
    endedAt: at('ended_at'),
  },
  (t) => [
    primaryKey({ columns: [t.blockerId, t.blockedId] }),
    index('blocks_blocked').on(t.blockedId),
    index('blocks_unended')
      .on(t.createdAt)
      .where(sql`ended_at is null`),
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
  (t) => [primaryKey({ columns: [t.visitorId, t.visitedId] }), index('visits_visited').on(t.visitedId, t.lastAt)],
)

/** Someone whom a member keeps; nobody but the owner learns of it. */
export const favourites = sqliteTable(
  'favourites',
  {
    ownerId: text('owner_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** The owner's own words, for the owner's eyes only. */
    note: text('note').notNull().default(''),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.ownerId, t.memberId] }),
    index('favourites_owner_time').on(t.ownerId, t.createdAt),
    check('favourites_two', sql`${t.ownerId} <> ${t.memberId}`),
  ],
)

/** One answered question of the quiz. `profiles.quiz` repeats all of a member's answers, written in the same batch. */
export const quizAnswers = sqliteTable(
  'quiz_answers',
  {
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** Number of the question, from 1 (features/quiz/questions.ts). */
    question: integer('question').notNull(),
    /** Number of the own answer, from 0. */
    answer: integer('answer').notNull(),
    /** Bit set of the answers that would do in somebody else. */
    acceptableMask: integer('acceptable_mask').notNull(),
    importance: integer('importance').$type<0 | 1 | 10 | 50 | 250>().notNull(),
    /** True: others who made theirs public, too, see it in the reasons. */
    isPublic: integer('is_public', { mode: 'boolean' }).notNull().default(false),
    answeredAt: at('answered_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.question] }),
    check('quiz_answers_importance', sql`${t.importance} in (0, 1, 10, 50, 250)`),
  ],
)

/** A stretch of time in which a member stands first among people nearby. */
export const boosts = sqliteTable(
  'boosts',
  {
    id: id(),
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    startsAt: at('starts_at').notNull(),
    endsAt: at('ends_at').notNull(),
    /** Times that the boost put the member on a page where they would not have stood without it. */
    extraViews: integer('extra_views').notNull().default(0),
  },
  (t) => [index('boosts_member').on(t.memberId, t.endsAt), index('boosts_ends').on(t.endsAt)],
)

/**
 * A report, as it was made. It outlives both accounts while it is open, so it refers to ids and not to rows; what it is
 * about is in `reportEvidence`, taken when it was made.
 */
export const reports = sqliteTable(
  'reports',
  {
    id: id(),
    reporterId: text('reporter_id').notNull(),
    reportedId: text('reported_id').notNull(),
    category: text('category').notNull(),
    text: text('text').notNull().default(''),
    /** Where it was made: on a profile or in a conversation. */
    place: text('place').$type<'profile' | 'conversation'>().notNull(),
    conversationId: text('conversation_id'),
    state: text('state').$type<'open' | 'closed'>().notNull().default('open'),
    createdAt: at('created_at').notNull(),
    decidedAt: at('decided_at'),
  },
  (t) => [
    index('reports_queue').on(t.state, t.createdAt),
    index('reports_reported').on(t.reportedId, t.createdAt),
    index('reports_reporter').on(t.reporterId, t.createdAt),
    check('reports_two', sql`${t.reporterId} <> ${t.reportedId}`),
  ],
)

/** What a report is about, as it was then: JSON, whose schema is in features/reports/contract.ts. */
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

/** Server-side redirect lookup (spec §2). `path` has no locale prefix; a target may be absolute. */
export const redirects = sqliteTable('redirects', {
  path: text('path').primaryKey(),
  target: text('target').notNull(),
  createdAt: at('created_at').notNull(),
})

/** One row: raised by each change to public content, so that cached guest pages are made anew. */
export const contentRevision = sqliteTable('content_revision', {
  id: integer('id').primaryKey(),
  revision: integer('revision').notNull(),
})

/** Versions of the legal texts; the texts are messages of the namespace `legal`. */
export const legalVersions = sqliteTable(
  'legal_versions',
  { document: text('document').notNull(), version: text('version').notNull(), publishedAt: at('published_at').notNull() },
  (t) => [primaryKey({ columns: [t.document, t.version] })],
)

/** Accounts of other providers, keyed by who vouches (issuer) and for whom (subject), never by e-mail. */
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

/** Codes by e-mail for anything but sign-up. Without `memberId` a decoy: asked for with an address that nobody has. */
export const oneTimeCodes = sqliteTable(
  'one_time_codes',
  {
    id: id(),
    purpose: text('purpose').$type<'reset' | 'email-change'>().notNull(),
    memberId: text('member_id').references(() => members.id, { onDelete: 'cascade' }),
    /** Where it was sent. */
    email: text('email').notNull(),
    codeHash: text('code_hash').notNull(),
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

/** Changes of address that the old one may still undo. */
export const emailChanges = sqliteTable(
  'email_changes',
  {
    id: id(),
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    oldEmail: text('old_email').notNull(),
    newEmail: text('new_email').notNull(),
    /** Hash of the token in the letter to the old address. */
    undoHash: text('undo_hash').notNull(),
    changedAt: at('changed_at').notNull(),
    undoUntil: at('undo_until').notNull(),
    undoneAt: at('undone_at'),
  },
  (t) => [uniqueIndex('email_changes_undo').on(t.undoHash), index('email_changes_member').on(t.memberId)],
)

/** Browsers that a member has signed in with, by the hash of a long-lived cookie: a new one is told by e-mail. */
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
  (t) => [primaryKey({ columns: [t.memberId, t.deviceHash] })],
)

/** Up to six photos of a member, in order. Sizes lie in R2 under `key`; pending ones only their owner sees. */
export const photos = sqliteTable(
  'photos',
  {
    id: id(),
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    /** Random part of the object keys. */
    key: text('key').notNull(),
    state: text('state').$type<'pending' | 'approved' | 'rejected'>().notNull(),
    /** Why it was rejected: a key of the list in features/photos/contract.ts. */
    reason: text('reason'),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    createdAt: at('created_at').notNull(),
    decidedAt: at('decided_at'),
    decidedBy: text('decided_by').references(() => members.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('photos_member').on(t.memberId, t.position),
    // The portraits of a whole list.
    index('photos_shown')
      .on(t.memberId, t.position, t.id, t.key)
      .where(sql`state = 'approved'`),
    index('photos_queue').on(t.state, t.createdAt),
    uniqueIndex('photos_key').on(t.key),
  ],
)

/** A restriction with its statement of reasons, and the state of its one appeal. */
export const restrictions = sqliteTable(
  'restrictions',
  {
    id: id(),
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** Which rule, a key of the list in features/restriction/contract.ts. */
    rule: text('rule').notNull(),
    /** Which facts, in words. */
    facts: text('facts').notNull(),
    /** Null: for good. */
    until: at('until'),
    decidedBy: text('decided_by').$type<'person' | 'program'>().notNull(),
    actorId: text('actor_id').references(() => members.id, { onDelete: 'set null' }),
    createdAt: at('created_at').notNull(),
    liftedAt: at('lifted_at'),
    /** The state to go back to. */
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
  ],
)

/** Second factor of moderators and operators (RFC 6238). The secret is sealed; recovery codes are hashes, each of one use. */
export const secondFactors = sqliteTable('second_factors', {
  memberId: text('member_id')
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  sealedSecret: text('sealed_secret').notNull(),
  recoveryHashes: text('recovery_hashes', { mode: 'json' }).$type<string[]>().notNull(),
  /** Time step of the last accepted code: none is accepted twice. */
  lastStep: integer('last_step').notNull().default(0),
  confirmedAt: at('confirmed_at'),
})

/** What moderators and operators did; never changed, never removed with the member. */
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

/** Append-only ledger of what a member may use: grants are positive, uses and take-backs negative. */
export const entitlements = sqliteTable(
  'entitlements',
  {
    id: id(),
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'boost' | 'premium' | 'likes' | 'undo'>().notNull(),
    units: integer('units').notNull(),
    /** What caused the entry; unique with its id, so that a repeated cause grants nothing. */
    sourceKind: text('source_kind').$type<'order' | 'premium-week' | 'use' | 'refund' | 'goodwill'>().notNull(),
    sourceId: text('source_id').notNull(),
    startsAt: at('starts_at').notNull(),
    /** Null: until used. */
    expiresAt: at('expires_at'),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('entitlements_source').on(t.sourceKind, t.sourceId, t.kind),
    index('entitlements_member').on(t.memberId, t.kind, t.expiresAt),
  ],
)
