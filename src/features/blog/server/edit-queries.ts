import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { raiseRevisionStatement } from '#db/content-revision.ts'
import type { Database } from '#db/database.ts'
import { blogPosts, blogTranslations, redirects } from '#db/schema.ts'
import { auditStatement } from '#features/audit/server/public.ts'
import { mayActSql } from '#server/auth/may-act.ts'
import type { StaffAct } from '#server/auth/staff-acts.ts'
import { defaultLocale, type LocaleCode } from '#shared/i18n/locales.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import type { BlogTag } from '../contract.ts'

const textColumns = {
  slug: blogTranslations.slug,
  locale: blogTranslations.locale,
  title: blogTranslations.title,
  updatedAt: blogTranslations.updatedAt,
  editedAt: blogTranslations.editedAt,
}

/** All posts with their texts, drafts first and then the newest. */
export async function listAllPosts(db: Database) {
  const [posts, texts] = await db.batch([
    db
      .select()
      .from(blogPosts)
      .orderBy(sql`${blogPosts.publishedAt} is not null`, desc(blogPosts.publishedAt), asc(blogPosts.slug)),
    db.select(textColumns).from(blogTranslations),
  ])
  return posts.map((post) => ({ ...post, texts: texts.filter(({ slug }) => slug === post.slug) }))
}
export type EditedPost = Awaited<ReturnType<typeof listAllPosts>>[number]

/** A post, published or not, with its texts. */
export async function findEditedPost(db: Database, slug: string): Promise<EditedPost | null> {
  const [[post], texts] = await db.batch([
    db.select().from(blogPosts).where(eq(blogPosts.slug, slug)),
    db.select(textColumns).from(blogTranslations).where(eq(blogTranslations.slug, slug)),
  ])
  return post ? { ...post, texts } : null
}

/** A post's text in one language. */
export async function findPostText(db: Database, slug: string, locale: LocaleCode): Promise<PostWords | null> {
  const { title, description, body } = blogTranslations
  const [row] = await db
    .select({ title, description, body })
    .from(blogTranslations)
    .where(and(eq(blogTranslations.slug, slug), eq(blogTranslations.locale, locale)))
  return row ?? null
}
export type PostWords = { title: string; description: string; body: string }

export type PostText = PostWords & { slug: string; locale: LocaleCode }

/** Who changes a post, and when. */
type Actor = { actorId: string; now: number }
type Change = { slug: string; action: string; when: SQL; statement: BatchItem<'sqlite'>; detail?: Record<string, string> }

/**
 * Changes a post in one batch with its audit entry and the revision in the key of stored guest pages; false if `when` does not
 * hold.
 */
async function change(
  db: Database,
  { slug, action, when, statement, detail }: Change,
  { actorId, now }: Actor,
): Promise<boolean> {
  const [noted] = await db.batch([
    auditStatement(db, { actorId, action, subjectKind: 'post', subjectId: slug, ...(detail ? { detail } : {}) }, now, when),
    raiseRevisionStatement(db, when),
    statement,
  ])
  return noted.length > 0
}

const exists = (slug: string) => sql`exists (select 1 from ${blogPosts} where slug = ${slug})`

/** SQL: `condition` holds, and the actor has the right to do this. */
const allowed = (act: StaffAct, { actorId }: Actor, condition: SQL) => sql`${condition} and ${mayActSql(act, actorId)}`

/** `redirected`: a redirect leads away from the post's path, so the post could not be opened. */
export type CreatedPost = 'created' | 'taken' | 'redirected'

/** A draft without a text. */
export async function createPost(db: Database, slug: string, actor: Actor): Promise<CreatedPost> {
  const path = href(routes.blogPost, { slug }, { locale: defaultLocale })
  const isRedirected = sql`exists (select 1 from ${redirects} where path = ${path})`
  const when = allowed('createPost', actor, sql`not ${exists(slug)} and not ${isRedirected}`)
  const statement = db.all(
    sql`insert into ${blogPosts} (slug, updated_at) select ${slug}, ${actor.now} where ${when} on conflict do nothing`,
  )
  if (await change(db, { slug, action: 'post.created', when, statement }, actor)) return 'created'
  const found = await db.select({ path: redirects.path }).from(redirects).where(eq(redirects.path, path))
  return found.length > 0 ? 'redirected' : 'taken'
}

/** Writes a post's text in a language; after that, the seed no longer overwrites it. False if there is no such post. */
export function savePostText(db: Database, text: PostText, actor: Actor): Promise<boolean> {
  const { slug, locale, title, description, body } = text
  const when = allowed('savePostText', actor, exists(slug))
  const statement = db.all(sql`
    insert into ${blogTranslations} (slug, locale, title, description, body, updated_at, edited_at)
    select ${slug}, ${locale}, ${title}, ${description}, ${body}, ${actor.now}, ${actor.now} where ${when}
    on conflict (slug, locale) do update set title = excluded.title, description = excluded.description, body = excluded.body,
      updated_at = excluded.updated_at, edited_at = excluded.edited_at`)
  return change(db, { slug, action: 'post.edited', when, statement, detail: { locale } }, actor)
}

export function tagPost(db: Database, slug: string, tags: readonly BlogTag[], actor: Actor): Promise<boolean> {
  const when = allowed('tagPost', actor, exists(slug))
  const statement = db
    .update(blogPosts)
    .set({ tags: [...tags], updatedAt: actor.now })
    .where(and(eq(blogPosts.slug, slug), when))
  return change(db, { slug, action: 'post.tagged', when, statement, detail: { tags: tags.join() } }, actor)
}

/** Publishes a draft that has a text, with its earlier publication day, if any; false for anything else. */
export function publishPost(db: Database, slug: string, actor: Actor): Promise<boolean> {
  const isReady = sql`exists (select 1 from ${blogPosts} p where p.slug = ${slug} and p.published_at is null
    and exists (select 1 from ${blogTranslations} t where t.slug = p.slug))`
  const when = allowed('publishPost', actor, isReady)
  const statement = db.all(
    sql`update ${blogPosts} set published_at = coalesce(first_published_at, ${actor.now}), updated_at = ${actor.now}
      where slug = ${slug} and ${when}`,
  )
  return change(db, { slug, action: 'post.published', when, statement }, actor)
}

/** Turns a published post into a draft again; false if it is not published. */
export function unpublishPost(db: Database, slug: string, actor: Actor): Promise<boolean> {
  const isPublished = sql`exists (select 1 from ${blogPosts} where slug = ${slug} and published_at is not null)`
  const when = allowed('unpublishPost', actor, isPublished)
  const statement = db
    .update(blogPosts)
    .set({ firstPublishedAt: sql`published_at`, publishedAt: null, updatedAt: actor.now })
    .where(and(eq(blogPosts.slug, slug), when))
  return change(db, { slug, action: 'post.unpublished', when, statement }, actor)
}

/** Deletes a draft with its texts; false if it is published, or no longer exists. */
export function deletePost(db: Database, slug: string, actor: Actor): Promise<boolean> {
  const isDraft = sql`exists (select 1 from ${blogPosts} where slug = ${slug} and published_at is null)`
  const when = allowed('deletePost', actor, isDraft)
  const statement = db.all(sql`delete from ${blogPosts} where slug = ${slug} and ${when}`)
  return change(db, { slug, action: 'post.deleted', when, statement }, actor)
}
