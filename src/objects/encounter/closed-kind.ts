import type { Env } from '#server/env.ts'
import { isClosed } from '#server/switches.ts'
import type { EncounterKind } from '#features/encounters/contract.ts'

/** Operators have closed this kind of encounter: no one new is paired, but open encounters continue. */
export function isKindClosed(env: Pick<Env, 'DB'>, kind: EncounterKind): Promise<boolean> {
  return isClosed(env, kind === 'blind' ? 'blind-dates' : 'anonymous-chat')
}
