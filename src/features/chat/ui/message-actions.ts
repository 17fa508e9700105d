import { apiPaths } from '#shared/api-paths.ts'
import { sendAction } from '#ui/send-action.ts'

/** Each answers what went wrong in the member's language, or null when it is done. */
type Outcome = Promise<string | null>

export const sendReaction = (conversation: string, seq: number, emoji: string, offlineText: string): Outcome =>
  send(apiPaths.chatReact, { conversation, seq, emoji }, offlineText)

export const sendEdit = (conversation: string, seq: number, text: string, offlineText: string): Outcome =>
  send(apiPaths.chatEdit, { conversation, seq, text }, offlineText)

export const sendDelete = (conversation: string, seq: number, offlineText: string): Outcome =>
  send(apiPaths.chatDelete, { conversation, seq }, offlineText)

async function send(action: string, body: Record<string, unknown>, offlineText: string): Outcome {
  const answer = await sendAction(action, body, offlineText)
  return answer.kind === 'refused' ? (answer.fields['text'] ?? answer.message) : null
}
