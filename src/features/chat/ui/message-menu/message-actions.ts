import { chatActions } from '#features/chat/contract.ts'
import type { Action } from '#shared/routing/action.ts'
import { reactions, type Reaction, type WireMessage } from '#shared/realtime/wire.ts'
import { sendAction } from '#ui/forms/send-action.ts'
import { showRefusal } from '#ui/feedback/toasts.ts'
import type { Chat } from '../conversation/chat-state.ts'
import { previewMessage } from '../inbox/preview-message.ts'

/** The error, in the member's language; null on success. */
type Outcome = Promise<{ code: string; message: string } | null>

/** Returns the error message, or null on success. */
export async function sendEdit(conversation: string, seq: number, text: string, offlineText: string): Promise<string | null> {
  return (await send(chatActions.edit, { conversation, seq, text }, offlineText))?.message ?? null
}

/** The conversation and the actor; `offlineText` is shown without a connection. */
type Acting = { chat: Chat; conversation: string; viewerId: string; offlineText: string }

/** Sets the viewer's reaction; '' removes it. */
export function react({ chat, conversation, viewerId, offlineText }: Acting, seq: number, emoji: string): Promise<void> {
  const others = chat.message(seq)?.reactions?.filter(({ from }) => from !== viewerId) ?? []
  const own = isReaction(emoji) ? [{ from: viewerId, emoji }] : []
  return show(chat, seq, { reactions: [...others, ...own] }, send(chatActions.react, { conversation, seq, emoji }, offlineText))
}

/** Deletes one of the viewer's own messages, for both. */
export function remove({ chat, conversation, offlineText }: Acting, seq: number): Promise<void> {
  const gone = { deleted: true as const, text: '', reactions: [] }
  return show(chat, seq, gone, send(chatActions.delete, { conversation, seq }, offlineText))
}

/** Optimistic update: shows a changed version of a message, unless the server refuses it. */
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
