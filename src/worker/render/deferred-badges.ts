import type { PageRead } from '#features/member-hub/contract.ts'
import { readSummary } from '#features/member-hub/server/public.ts'
import type { Viewer } from '#shared/bootstrap.ts'
import type { DeferredValues } from '#shared/react/deferred.tsx'
import type { Env } from '#server/env.ts'

/** `newVisitors`: null if they were not counted. `peopleRevision`: the member's, as read with the page. `read`: what the hub
 * gets of it besides. */
type LayoutContext = {
  env: Env
  viewer: Viewer | null
  newVisitors: number | null
  peopleRevision: number | null
  read: PageRead | null
}

/** Badges of the signed-in navigation: those from the member's own object, once it has answered, and new visitors. */
export function deferBadges({ env, viewer, newVisitors, peopleRevision, read }: LayoutContext): DeferredValues {
  if (!viewer || viewer.state === 'restricted') return {}
  return { unread: readSummary(env, viewer.id, peopleRevision, read), visitors: Promise.resolve(newVisitors) }
}
