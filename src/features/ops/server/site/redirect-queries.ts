import { and, desc, eq, sql } from 'drizzle-orm'
import { isRevisionSql, raiseRevisionStatement, revisionStatement } from '#db/content-revision.ts'
import type { Database } from '#db/database.ts'
import { readBatch } from '#db/read-batch.ts'
import { blogPosts, cities, redirects } from '#db/schema.ts'
import { auditStatement } from '#features/audit/server/public.ts'
import { mayActSql } from '#server/auth/may-act.ts'
import { conflictOf, isOwnPage, namedPageOf, type NamedPage, type Redirect, type RedirectRefusal } from './redirect-rules.ts'

/**
 * Newest first. The worker keeps the whole table in memory, so it is listed completely. `hides`: a later deployment has added a
 * page, city or post with this path.
 */
export async function listRedirects(db: Database) {
  const { rows, ...named } = await readBatch(db, {
    rows: db.select().from(redirects).orderBy(desc(redirects.createdAt), redirects.path),
    city: db.select({ slug: cities.slug }).from(cities),
    post: db.select({ slug: blogPosts.slug }).from(blogPosts),
  })
  const isThere = (page: NamedPage) => named[page.kind].some(({ slug }) => slug === page.slug)
  return rows.map((row) => {
    const page = namedPageOf(row.path)
    return { ...row, hides: page === null ? isOwnPage(row.path) : isThere(page) }
  })
}
export type RedirectRow = Awaited<ReturnType<typeof listRedirects>>[number]

/** `changed`: somebody else has changed public content at the same moment, so nothing was written. */
export type AddedRedirect = 'added' | Extract<RedirectRefusal, 'page' | 'taken' | 'chain'> | 'changed'

/** Stores a redirect with its audit entry, after checking the pages and the other redirects. */
export async function addRedirect(db: Database, redirect: Redirect, actorId: string, now: number): Promise<AddedRedirect> {
  const page = namedPageOf(redirect.path)
  const read = await readBatch(db, {
    revision: revisionStatement(db),
    others: db.select({ path: redirects.path, target: redirects.target }).from(redirects),
    city: page?.kind === 'city' ? db.select({ slug: cities.slug }).from(cities).where(eq(cities.slug, page.slug)) : null,
    post: page?.kind === 'post' ? db.select({ slug: blogPosts.slug }).from(blogPosts).where(eq(blogPosts.slug, page.slug)) : null,
  })
  if ((read.city?.length ?? 0) + (read.post?.length ?? 0) > 0) return 'page'
  const conflict = conflictOf(redirect, read.others)
  if (conflict !== null) return conflict
  const { path, target } = redirect
  const isUnchanged = sql`${isRevisionSql(read.revision[0]?.revision ?? 0)} and ${mayActSql('createRedirect', actorId)}`
  const entry = { actorId, action: 'redirect.added', subjectKind: 'redirect', subjectId: path, detail: { target } } as const
  const [, added] = await db.batch([
    auditStatement(db, entry, now, isUnchanged),
    db.all(sql`
      insert into ${redirects} (path, target, created_at)
      select ${path}, ${target}, ${now} where ${isUnchanged} returning path`),
    raiseRevisionStatement(db, isUnchanged),
  ])
  return added.length > 0 ? 'added' : 'changed'
}

/** False if there is none. */
export async function removeRedirect(db: Database, path: string, actorId: string, now: number): Promise<boolean> {
  const isAllowed = mayActSql('deleteRedirect', actorId)
  const isThere = sql`exists (select 1 from ${redirects} where path = ${path}) and ${isAllowed}`
  const entry = { actorId, action: 'redirect.removed', subjectKind: 'redirect', subjectId: path } as const
  const [, , removed] = await db.batch([
    auditStatement(db, entry, now, isThere),
    raiseRevisionStatement(db, isThere),
    db
      .delete(redirects)
      .where(and(eq(redirects.path, path), isAllowed))
      .returning({ path: redirects.path }),
  ])
  return removed.length > 0
}
