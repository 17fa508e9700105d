import type { Env } from '../env.ts'

/**
 * The same environment, with objects created and looked up in the jurisdiction of this deployment (`JURISDICTION`): their stored
 * data never leaves it. Locally the environment itself. The worker and each object class start with it.
 */
export function inJurisdiction(env: Env): Env {
  const { JURISDICTION: jurisdiction } = env
  if (!jurisdiction) return env
  return {
    ...env,
    MEMBER_HUB: env.MEMBER_HUB.jurisdiction(jurisdiction),
    CONVERSATION: env.CONVERSATION.jurisdiction(jurisdiction),
    ENCOUNTER: env.ENCOUNTER.jurisdiction(jurisdiction),
    MATCHMAKER: env.MATCHMAKER.jurisdiction(jurisdiction),
    AREA: env.AREA.jurisdiction(jurisdiction),
  }
}
