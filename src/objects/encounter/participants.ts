import { encodeBase64url } from '#server/crypto/secrets.ts'
import type { Opening, PairedMember } from '#features/encounters/contract.ts'
import { aliasSeed, type Which } from '#features/encounters/talk/rules.ts'
import type { Participants } from './encounter-store.ts'

/** Both get a new id, and the seed of their wait: both are unrelated to who they are. */
export function drawParticipants([one, other]: Opening['participants']): Participants {
  if (!one || !other) throw new Error('An encounter is of two')
  return [
    { ...one, ...drawAlias(one) },
    { ...other, ...drawAlias(other) },
  ]
}

const drawAlias = ({ ticket }: PairedMember) => ({
  alias: encodeBase64url(crypto.getRandomValues(new Uint8Array(12))),
  seed: aliasSeed(ticket),
})

/** Null for anyone else. */
export function whichOf([one, other]: Participants, member: string): Which | null {
  if (member === one.member) return 0
  return member === other.member ? 1 : null
}

/** The member behind an alias: for calls to their hub, never for data sent to the other. */
export function memberBehind(participants: Participants, alias: string): string {
  const found = participants.find((participant) => participant.alias === alias)
  if (!found) throw new Error('Nobody in this encounter has that alias')
  return found.member
}
