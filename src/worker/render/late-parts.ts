import { readSummary } from '#features/member-hub/server/public.ts'
import type { Viewer } from '#shared/bootstrap.ts'
import type { LateValues } from '#shared/late.tsx'
import type { Env } from '#worker/http/env.ts'

/** What the signed-in layout shows once the member's own object has answered: the badges of the navigation. */
export function lateLayoutParts({ env, viewer }: { env: Env; viewer: Viewer | null }): LateValues {
  return viewer && viewer.state !== 'restricted' ? { unread: readSummary(env, viewer.id) } : {}
}
