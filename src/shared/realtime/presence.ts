import type { ServerEvent } from './wire.ts'

export type Presence = { present: ReadonlySet<string>; rev: number }

export const nobody: Presence = { present: new Set(), rev: -1 }

/**
 * Returns who is in the conversation after an event. An event with a lower `rev` changes nothing; a list applies from its own
 * `rev`.
 */
export function applyPresence(presence: Presence, event: ServerEvent): Presence {
  if (!isPresence(event)) return presence
  if (event.event === 'presence:subscribed') {
    return event.rev < presence.rev ? presence : { present: new Set(event.data.map((user) => user.user_id)), rev: event.rev }
  }
  if (event.rev <= presence.rev) return presence
  const present = new Set(presence.present)
  if (event.event === 'presence:joining') present.add(event.data.user_id)
  else present.delete(event.data.user_id)
  return { present, rev: event.rev }
}

type PresenceEvent = Extract<ServerEvent, { event: 'presence:subscribed' | 'presence:joining' | 'presence:leaving' }>

function isPresence(event: ServerEvent): event is PresenceEvent {
  return event.event.startsWith('presence:')
}
