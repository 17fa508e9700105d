import * as v from 'valibot'
import type { Viewer } from '#shared/bootstrap.ts'
import type { PortraitOf } from '#shared/photo.ts'

const viewerRows = v.array(
  v.object({
    id: v.string(),
    state: v.picklist(['unverified', 'incomplete', 'complete', 'restricted', 'paused', 'deleted']),
    firstName: v.string(),
    avatar: v.nullable(v.string()),
    appearance: v.picklist([1, 2, 3]),
    activeAt: v.nullable(v.number()),
    showsOnline: v.nullable(v.boolean()),
    offersPasskey: v.optional(v.number()),
  }),
)

/**
 * Returns the rows of `findViewerStatement` as the viewer, or null if the session is dead. Without `portraitOf` there is no
 * portrait.
 */
export function toViewer(rows: unknown, portraitOf: PortraitOf = () => null): Viewer | null {
  const [row] = v.parse(viewerRows, rows)
  if (!row) return null
  const { id, state, firstName, appearance, offersPasskey } = row
  const viewer = { id, state, firstName, avatar: portraitOf(row.avatar), appearance: { id: appearance } }
  return offersPasskey === 1 ? { ...viewer, offersPasskey: true } : viewer
}

const pageRows = v.array(
  v.object({
    agreed: v.optional(v.pipe(v.string(), v.parseJson(), v.array(v.string()))),
    peopleRevision: v.optional(v.number()),
  }),
)

/**
 * Returns what only `findPageViewerStatement` selects: the member's consents, such as `terms 1.0`, and their `peopleRevision`; nulls for
 * guests and registrations.
 */
export function toPageFacts(rows: unknown): { agreed: string[] | null; peopleRevision: number | null } {
  const { agreed = null, peopleRevision = null } = v.parse(pageRows, rows)[0] ?? {}
  return { agreed, peopleRevision }
}

/** Returns the viewer's last recorded activity; null without a profile. */
export function findLastActivity(rows: unknown): { activeAt: number; showsOnline: boolean } | null {
  const { activeAt = null, showsOnline = null } = v.parse(viewerRows, rows)[0] ?? {}
  return activeAt === null || showsOnline === null ? null : { activeAt, showsOnline }
}
