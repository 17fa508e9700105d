import type { Viewer } from '#shared/bootstrap.ts'
import { routes } from '#shared/routing/routes.ts'

/**
 * Returns the only page open to a member whose sign-up is unfinished or who is restricted: every other link would redirect there.
 * Null for all other members.
 */
export function onlyPageOf(viewer: Pick<Viewer, 'state'> | null) {
  if (viewer?.state === 'unverified') return routes.emailVerify
  if (viewer?.state === 'incomplete') return routes.questionnaire
  return viewer?.state === 'restricted' ? routes.restricted : null
}
