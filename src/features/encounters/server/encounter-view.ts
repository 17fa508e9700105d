import type { Alias, EncounterNews, EncounterView } from '../contract.ts'
import { shownPhase, waitsAgain, type Which } from '../rules.ts'
import type { Participant, StoredEncounter } from './encounter-store.ts'

/** What one of the two may know. Nothing in it comes from who the other one is, or from what they have pressed. */
export function viewOf(id: string, { state, participants }: StoredEncounter, which: Which): EncounterView {
  const { accepted, revealed, extended, voted } = state.sides[which]
  const { kind, until, openedAt, endedAt, isExtended, conversation } = state
  return {
    id,
    kind,
    phase: shownPhase(state),
    self: toAlias(participants[which]),
    partner: toAlias(participants[which === 0 ? 1 : 0]),
    until,
    openedAt,
    endedAt,
    own: { accepted, revealed, extended, voted },
    isExtended,
    conversation,
  }
}

const toAlias = ({ alias, seed }: Participant): Alias => ({ user_id: alias, seed })

/** The same for both but for the ticket, for who has left, and for whose partner did not come. */
export function newsFor(id: string, { state, participants }: StoredEncounter, which: Which): EncounterNews {
  const { kind, until, openedAt, endedAt, conversation, sides } = state
  const phase = shownPhase(state)
  const news = { id, kind, ticket: participants[which].ticket, phase, until, at: endedAt ?? openedAt, conversation }
  if (sides[which].hasLeft) return { ...news, hasLeft: true }
  return waitsAgain(state, which) ? { ...news, waitsAgain: true } : news
}
