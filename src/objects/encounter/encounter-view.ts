import type { Alias, EncounterNews, EncounterView } from '#features/encounters/contract.ts'
import { phaseFor, waitsAgain, type EncounterState, type Which } from '#features/encounters/talk/rules.ts'
import type { Participant, StoredEncounter } from './encounter-store.ts'

/** The view of one of the two. Nothing in it depends on who the other one is, or on what they have pressed. */
export function viewOf(id: string, { state, language, topics, participants }: StoredEncounter, which: Which): EncounterView {
  const { accepted, revealed, extended, voted } = state.sides[which]
  const { kind, openedAt, endedAt, isExtended } = state
  const shown = shownTo(state, which)
  return {
    id,
    kind,
    language,
    ...shown,
    // One of the two would learn from them what the other has chosen.
    topics: shown.conversation === null ? [] : topics,
    self: toAlias(participants[which]),
    partner: toAlias(participants[which === 0 ? 1 : 0]),
    openedAt,
    endedAt,
    own: { accepted, revealed, extended, voted },
    isExtended,
  }
}

/** A member who has left sees nothing of a match that is being written, or was written. */
function shownTo(state: EncounterState, which: Which): Pick<EncounterView, 'phase' | 'until' | 'conversation'> {
  const phase = phaseFor(state, which)
  return phase === 'ended'
    ? { phase, until: null, conversation: null }
    : { phase, until: state.until, conversation: state.conversation }
}

const toAlias = ({ alias, seed }: Participant): Alias => ({ user_id: alias, seed })

/** The same for both, except for the ticket, for a member who has left, and for one whose partner did not come. */
export function newsFor(id: string, { state, participants }: StoredEncounter, which: Which): EncounterNews {
  const { kind, openedAt, endedAt, sides } = state
  const news = { id, kind, ticket: participants[which].ticket, at: endedAt ?? openedAt, ...shownTo(state, which) }
  if (sides[which].hasLeft) return { ...news, hasLeft: true }
  return waitsAgain(state, which) ? { ...news, waitsAgain: true } : news
}
