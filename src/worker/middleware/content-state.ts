import type { Database } from '#db/database.ts'
import { contentRevision, redirects } from '#db/schema.ts'
import { parseLocalPath } from '#shared/routing/href.ts'
import { findRoute } from '#shared/routing/match.ts'
import { routes } from '#shared/routing/routes.ts'
import { fail, log } from '#server/log.ts'
import { keepSwitches, switchesStatement } from '#server/switches.ts'

export type ContentState = { revision: number; redirects: ReadonlyMap<string, string> }

const maxAgeMs = 60_000

/**
 * The public content's revision and the redirect table, read at most once a minute per isolate. The cache may be lost at any
 * time. It stores the value and never the promise, which workerd ties to the request that created it.
 */
let cached: { state: ContentState; readAt: number } | undefined

/** Paths of invalid rows: each is logged once, although the table is read every minute. */
const reported = new Set<string>()

/** The cached state; null if it is too old. */
export function findContentState(now: number): ContentState | null {
  return cached && now - cached.readAt < maxAgeMs ? cached.state : null
}

/** For tests that share an isolate. */
export function forgetContentState(): void {
  cached = undefined
  reported.clear()
}

export async function readContentState(db: Database, now: number): Promise<ContentState> {
  const known = findContentState(now)
  if (known) return known
  try {
    const state = await load(db, now)
    cached = { state, readAt: now }
    return state
  } catch (error) {
    // Serves the stale state while the database is unavailable, so that public pages keep working.
    if (!cached) throw error
    fail('content-state', error)
    cached = { ...cached, readAt: now }
    return cached.state
  }
}

/** The switches are read with it, so that pages query the database once. */
async function load(db: Database, now: number): Promise<ContentState> {
  const [revisionRows, redirectRows, switchRows] = await db.batch([
    db.select().from(contentRevision),
    db.select().from(redirects),
    switchesStatement(db),
  ])
  keepSwitches(switchRows, now)
  return { revision: revisionRows[0]?.revision ?? 0, redirects: readRedirects(redirectRows) }
}

/** The valid rows. A row with a dangerous target, or with the path of one of our pages, is skipped. */
function readRedirects(rows: readonly { path: string; target: string }[]): Map<string, string> {
  const followed = new Map<string, string>()
  for (const { path, target } of rows) {
    const safe = isOwnPage(path) ? null : readTarget(target)
    if (safe !== null) followed.set(path, safe)
    else if (!reported.has(path)) {
      reported.add(path)
      log('warn', 'redirects', {
        path,
        reason: 'ignored: a page of ours has this path, or the target is neither a path nor an https address',
      })
    }
  }
  return followed
}

/** Cities and posts are known from their tables: no redirect is written for an existing one (features/ops). */
const known: readonly string[] = [routes.city.key, routes.blogPost.key]

function isOwnPage(path: string): boolean {
  const route = findRoute(path)?.route
  return route !== undefined && !known.includes(route.key)
}

/** One of our paths, or an https URL that browsers can open; null for anything else. */
function readTarget(target: string): string | null {
  const path = parseLocalPath(target)
  if (path !== null) return path
  return URL.canParse(target) && new URL(target).protocol === 'https:' ? new URL(target).href : null
}
