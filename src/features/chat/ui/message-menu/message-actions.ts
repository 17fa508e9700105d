import { chatActions } from '#features/chat/contract.ts'
import type { Action } from '#shared/routing/action.ts'
import { reactions, type Reaction, type WireMessage } from '#shared/realtime/wire.ts'
import { sendAction } from '#ui/forms/send-action.ts'
import { showRefusal } from '#ui/feedback/toasts.ts'
import type { Chat } from '../conversation/chat-state.ts'
import { previewMessage } from '../inbox/preview-message.ts'

/** What went wrong, in the member's language; null when it is done. */
type Outcome = Promise<{ code: string; message: string } | null>

/** Answers what went wrong, or null. */
export async function sendEdit(conversation: string, seq: number, text: string, offlineText: string): Promise<string | null> {
  return (await send(chatActions.edit, { conversation, seq, text }, offlineText))?.message ?? null
}

/** Who acts where, and what they are told without a connection. */
type Acting = { chat: Chat; conversation: string; viewerId: string; offlineText: string }

/** '' takes one's reaction back. */
export function react({ chat, conversation, viewerId, offlineText }: Acting, seq: number, emoji: string): Promise<void> {
  const others = chat.message(seq)?.reactions?.filter(({ from }) => from !== viewerId) ?? []
  const own = isReaction(emoji) ? [{ from: viewerId, emoji }] : []
  return show(chat, seq, { reactions: [...others, ...own] }, send(chatActions.react, { conversation, seq, emoji }, offlineText))
}

/** Takes a message of one's own back, for both. */
export function remove({ chat, conversation, offlineText }: Acting, seq: number): Promise<void> {
  const gone = { deleted: true as const, text: '', reactions: [] }
  return show(chat, seq, gone, send(chatActions.delete, { conversation, seq }, offlineText))
}

/** Shows a message as it will be, unless that is refused. */
async function show(chat: Chat, seq: number, change: Partial<WireMessage>, outcome: Outcome): Promise<void> {
  const undo = previewMessage(chat, seq, change)
  const refused = await outcome
  if (refused === null) return
  undo()
  showRefusal(refused)
}

function isReaction(emoji: string): emoji is Reaction {
  return reactions.some((known) => known === emoji)
}

async function send(action: Action, body: Record<string, unknown>, offlineText: string): Outcome {
  const answer = await sendAction(action, body, offlineText)
  return answer.kind === 'refused' ? { code: answer.code, message: answer.fields['text'] ?? answer.message } : null
}
