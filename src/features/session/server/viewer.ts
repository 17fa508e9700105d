import * as v from 'valibot'
import { avatarUrl } from '#shared/avatar.ts'
import type { MemberState, Viewer } from '#shared/bootstrap.ts'
import type { PortraitOf } from '#shared/photo.ts'

const viewerRows = v.array(
  v.object({
    id: v.string(),
    state: v.picklist(['unverified', 'incomplete', 'complete', 'restricted', 'paused', 'deleted']),
    firstName: v.string(),
    avatar: v.nullable(v.string()),
    appearance: v.picklist([1, 2, 3]),
    activeAt: v.nullable(v.number()),
  }),
)

/** Deleted members count as signed out; restricted ones sign in, to read why and to appeal. */
export function isBarred(state: MemberState): boolean {
  return state === 'deleted'
}

/** The rows of `findViewerStatement` as the viewer, or null when the session is dead. Without `portraitOf` no photo is shown. */
export function toViewer(rows: unknown, portraitOf: PortraitOf = avatarUrl): Viewer | null {
  const [row] = v.parse(viewerRows, rows)
  if (!row || isBarred(row.state)) return null
  const { id, state, firstName, appearance } = row
  return { id, state, firstName, avatar: portraitOf(row.avatar), appearance: { id: appearance } }
}

/** When the viewer was last noted as active, ms; null for those who have no profile yet. */
export function lastActiveAt(rows: unknown): number | null {
  return v.parse(viewerRows, rows)[0]?.activeAt ?? null
}
