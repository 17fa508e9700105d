import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { members } from './accounts.ts'
import { at, id } from './columns.ts'
import { cities } from './profiles.ts'

/** A post of the blog; its texts are in `blog_translations`. */
export const blogPosts = sqliteTable('blog_posts', {
  slug: text('slug').primaryKey(),
  /** Keys of the list in features/blog/contract.ts. */
  tags: text('tags', { mode: 'json' }).$type<string[]>().notNull().default([]),
  /** Null: a draft, which only operators can see. */
  publishedAt: at('published_at'),
  /** The original day of an unpublished post, restored when it is published again. */
  firstPublishedAt: at('first_published_at'),
  updatedAt: at('updated_at').notNull(),
})

/** A post in one language: the body is markdown. */
export const blogTranslations = sqliteTable(
  'blog_translations',
  {
    slug: text('slug')
      .notNull()
      .references(() => blogPosts.slug, { onDelete: 'cascade' }),
    locale: text('locale').notNull(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    body: text('body').notNull(),
    updatedAt: at('updated_at').notNull(),
    /** When an operator last changed it; null while it is as written by the content seed, which may then update it. */
    editedAt: at('edited_at'),
  },
  (t) => [primaryKey({ columns: [t.slug, t.locale] })],
)

/** How many members live around a city, and what they look for: counted hourly by the cron. */
export const cityFigures = sqliteTable(
  'city_figures',
  {
    cityId: text('city_id')
      .primaryKey()
      .references(() => cities.id, { onDelete: 'cascade' }),
    /** As shown on pages: rounded down (features/cities/rules.ts). */
    members: integer('members').notNull(),
    /** JSON object: intent → percent, rounded; empty below the number of people required for aggregates. */
    intents: text('intents', { mode: 'json' }).$type<Record<string, number>>().notNull().default({}),
    countedAt: at('counted_at').notNull(),
  },
  (t) => [index('city_figures_counted').on(t.countedAt)],
)

/** A message of the contact form, with the operators' answer. */
export const contactMessages = sqliteTable(
  'contact_messages',
  {
    id: id(),
    /** A key of the list in features/contact/contract.ts. */
    topic: text('topic').notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    message: text('message').notNull(),
    /** The language of the page, in which the answer should be written. */
    locale: text('locale').notNull(),
    /** The sender, if signed in. */
    memberId: text('member_id').references(() => members.id, { onDelete: 'cascade' }),
    state: text('state').$type<'open' | 'answered' | 'closed'>().notNull().default('open'),
    createdAt: at('created_at').notNull(),
    answer: text('answer'),
    decidedAt: at('decided_at'),
    decidedBy: text('decided_by').references(() => members.id, { onDelete: 'set null' }),
    /** When it is deleted: a year after its answer, or after its creation while there is none. */
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [
    index('contact_messages_state').on(t.state, t.createdAt),
    index('contact_messages_member').on(t.memberId),
    index('contact_messages_expires').on(t.expiresAt),
  ],
)

/** A part of the product that operators have switched off: a row means off. */
export const switches = sqliteTable('switches', {
  /** A key of the list in shared/routing/switches.ts. */
  name: text('name').primaryKey(),
  offSince: at('off_since').notNull(),
})

/** A member who shows their profile to everyone, signed in or not. */
export const publicProfiles = sqliteTable(
  'public_profiles',
  {
    memberId: text('member_id')
      .primaryKey()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** Its public id: random, and new at each opt-in, so that an old link ends with the consent. */
    publicId: text('public_id').notNull(),
    since: at('since').notNull(),
    /** The prompts whose answers the member has ticked to be shown there. */
    prompts: text('prompts', { mode: 'json' }).$type<string[]>().notNull().default([]),
  },
  (t) => [uniqueIndex('public_profiles_public_id').on(t.publicId), index('public_profiles_since').on(t.since)],
)
