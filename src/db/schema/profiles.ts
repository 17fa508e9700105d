import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { members } from './accounts.ts'
import { at, id } from './columns.ts'

/**
 * The profile that others can find: one row per member. `discoverable` is 1 only while the member is complete, so that a single
 * index serves the list of people nearby. It changes together with `members.state`.
 */
export const profiles = sqliteTable(
  'profiles',
  {
    memberId: text('member_id')
      .primaryKey()
      .references(() => members.id, { onDelete: 'cascade' }),
    discoverable: integer('discoverable', { mode: 'boolean' }).notNull().default(false),
    /** `style:seed` of the chosen drawing; `faceless` if none was chosen and a photo is the portrait. */
    avatar: text('avatar'),
    about: text('about').notNull().default(''),
    /** In which language it is written (features/profile/contract.ts); null if its writer does not say. */
    aboutLanguage: text('about_language'),
    /** Answers to prompts, in the member's order. A list here, so that no page reads another row for them. */
    promptAnswers: text('prompt_answers', { mode: 'json' })
      .$type<{ prompt: string; text: string; language: string | null; see: string }[]>()
      .notNull()
      .default([]),
    intent: text('intent'),
    /**
     * First name, gender and date of birth are copied from `members`, because the list shows and filters by them. Both
     * are written together.
     */
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
    /** JSON object: field → 'everyone' | 'matches' | 'me'; a missing field has its default. */
    visibility: text('visibility', { mode: 'json' }).$type<Record<string, string>>().notNull().default({}),
    /** False hides the online dot and the last activity from others. */
    showsOnline: integer('shows_online', { mode: 'boolean' }).notNull().default(true),
    /** True: leaves no visits, and cannot see visitors either. */
    browsesInvisibly: integer('browses_invisibly', { mode: 'boolean' }).notNull().default(false),
    /** Others can see that the member has premium. */
    showsPremium: integer('shows_premium', { mode: 'boolean' }).notNull().default(false),
    /** When the member last opened their visitors; later visits are marked as new. */
    visitorsSeenAt: at('visitors_seen_at').notNull().default(0),
    /** All answers of the quiz, packed (features/quiz/rules.ts), so that comparing a window of people reads no row per answer. */
    quiz: text('quiz').notNull().default(''),
    /** Incremented by each edit: an edit based on an older revision is refused. */
    revision: integer('revision').notNull().default(1),
    verified: integer('verified', { mode: 'boolean' }).notNull().default(false),
    /** 0 to 100. */
    completeness: integer('completeness').notNull().default(0),
    activeAt: at('active_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    // Covers everything that the list of people nearby reads of a candidate; only matching rows are looked up in the table
    // itself.
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
    // The same for every place.
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

/** Up to six photos of a member, in order. Their sizes are in R2 under `key`; only the owner can see pending ones. */
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
    /** Reason for the rejection: a key of the list in features/photos/contract.ts. */
    reason: text('reason'),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    createdAt: at('created_at').notNull(),
    decidedAt: at('decided_at'),
    decidedBy: text('decided_by').references(() => members.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('photos_member').on(t.memberId, t.position),
    // For the portraits of a whole list.
    index('photos_shown')
      .on(t.memberId, t.position, t.id, t.key)
      .where(sql`state = 'approved'`),
    index('photos_queue').on(t.state, t.createdAt),
    uniqueIndex('photos_key').on(t.key),
    // For the end of a member of staff, which empties the column.
    index('photos_decider')
      .on(t.decidedBy)
      .where(sql`decided_by is not null`),
  ],
)

/**
 * Photo pose challenges, by which a member is verified. `photoId`: the main photo when the pose was drawn; the badge belongs to it and
 * ends with it, so this is no reference. `undecided`: no moderator has decided in time, which counts as no try.
 */
export const verifications = sqliteTable(
  'verifications',
  {
    id: id(),
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** A key of the list in features/photos/verification.ts. */
    pose: text('pose').notNull(),
    photoId: text('photo_id').notNull(),
    state: text('state')
      .$type<'drawn' | 'waiting' | 'approved' | 'refused' | 'again' | 'undecided' | 'stale' | 'withdrawn'>()
      .notNull(),
    drawnAt: at('drawn_at').notNull(),
    /** Until then the picture can be sent. */
    expiresAt: at('expires_at').notNull(),
    uploadedAt: at('uploaded_at'),
    /** Random part of the picture's name in R2, where it is only while the row waits. */
    key: text('key'),
    /** SHA-256 of the picture as it came, without metadata: the same bytes never pass twice, whoever sends them. */
    pictureHash: text('picture_hash'),
    decidedAt: at('decided_at'),
    decidedBy: text('decided_by').references(() => members.id, { onDelete: 'set null' }),
    /** Of a refusal: a key of the list in features/photos/verification.ts. */
    reason: text('reason'),
    /** When it became undecided, stale or withdrawn. */
    endedAt: at('ended_at'),
    /** When the member was notified that no one has decided. */
    notifiedAt: at('notified_at'),
  },
  (t) => [
    index('verifications_member').on(t.memberId, t.drawnAt),
    // A member has one that is drawn, waits or counts.
    uniqueIndex('verifications_current')
      .on(t.memberId)
      .where(sql`state in ('drawn', 'waiting', 'approved')`),
    uniqueIndex('verifications_picture')
      .on(t.pictureHash)
      .where(sql`picture_hash is not null`),
    index('verifications_queue')
      .on(t.uploadedAt, t.id)
      .where(sql`state = 'waiting'`),
    index('verifications_drawn')
      .on(t.expiresAt)
      .where(sql`state = 'drawn'`),
    index('verifications_unnotified')
      .on(t.endedAt)
      .where(sql`state = 'undecided' and notified_at is null`),
    index('verifications_decider').on(t.decidedBy),
  ],
)

/** One answered question of the quiz. `profiles.quiz` contains a copy of all the member's answers, written in the same batch. */
export const quizAnswers = sqliteTable(
  'quiz_answers',
  {
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** Number of the question, from 1 (features/quiz/questions.ts). */
    question: integer('question').notNull(),
    /** Number of the member's own answer, from 0. */
    answer: integer('answer').notNull(),
    /** Bit set of the answers that the member accepts from others. */
    acceptableMask: integer('acceptable_mask').notNull(),
    /** Older rows may contain 50, which is read as 10 and no longer written. */
    importance: integer('importance').$type<0 | 1 | 10 | 50 | 250>().notNull(),
    /** True: the reasons for a match may show it to others who made theirs public too. */
    isPublic: integer('is_public', { mode: 'boolean' }).notNull().default(false),
    answeredAt: at('answered_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.question] }),
    check('quiz_answers_importance', sql`${t.importance} in (0, 1, 10, 50, 250)`),
  ],
)
