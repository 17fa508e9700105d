import { encodeBase64url } from '#server/crypto/secrets.ts'
import type { Opening } from '#features/encounters/contract.ts'
import type { Which } from '#features/encounters/talk/rules.ts'
import type { Participants } from './encounter-store.ts'

/** Both get a new id and a new seed, unrelated to who they are. */
export function drawParticipants([one, other]: Opening['participants']): Participants {
  if (!one || !other) throw new Error('An encounter is of two')
  return [
    { ...one, ...drawAlias() },
    { ...other, ...drawAlias() },
  ]
}

function drawAlias(): { alias: string; seed: string } {
  const seed = crypto.getRandomValues(new Uint8Array(4))
  return { alias: encodeBase64url(crypto.getRandomValues(new Uint8Array(12))), seed: [...seed].map(toHex).join('') }
}

const toHex = (byte: number): string => byte.toString(16).padStart(2, '0')

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
