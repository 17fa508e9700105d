import { limits, type AnswerCode, type Reaction, type WireMessage } from '#shared/realtime/wire.ts'
import { cleanText } from '#features/chat/rules.ts'

/** The message after a change, the identical object when nothing changes, or the reason for a refusal. */
export type Changed = { message: WireMessage } | { refused: AnswerCode }

/**
 * Replaces the text of the member's own message within 15 minutes, unless it is deleted; a gift has no text. An equal text is not
 * a change at any time, so a repeat is answered like the first. Beside a photo the text may be empty.
 */
export function edit(message: WireMessage, member: string, typed: string, now: number): Changed {
  if (message.from !== member || message.deleted || message.gift) return { refused: 'conflict' }
  const clean = cleanText(typed)
  const mayBeEmpty = message.photo !== undefined && !clean.ok && clean.code === 'required'
  if (!clean.ok && !mayBeEmpty) return { refused: 'bad-frame' }
  const text = clean.ok ? clean.text : ''
  if (text === message.text) return { message }
  if (now - message.sentAt > limits.editMs) return { refused: 'conflict' }
  return { message: { ...message, text, editedAt: now } }
}

/** Deletes the member's own message for both: text, photo, gift and reactions go, its seq stays. */
export function takeBack(message: WireMessage, member: string): Changed {
  if (message.from !== member) return { refused: 'conflict' }
  if (message.deleted) return { message }
  const { epoch, seq, cid, from, sentAt } = message
  return { message: { epoch, seq, cid, from, text: '', sentAt, deleted: true } }
}

/** Sets the member's one reaction; '' removes it. */
export function react(message: WireMessage, member: string, emoji: Reaction | ''): Changed {
  if (message.deleted) return { refused: 'conflict' }
  const given = message.reactions ?? []
  if ((given.find(({ from }) => from === member)?.emoji ?? '') === emoji) return { message }
  const others = given.filter(({ from }) => from !== member)
  const { reactions: _, ...rest } = message
  const all = emoji === '' ? others : [...others, { from: member, emoji }]
  return { message: all.length === 0 ? rest : { ...rest, reactions: all } }
}
