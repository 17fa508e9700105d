import type { NotificationPayload, WireMessage } from '#shared/wire.ts'
import { previewLength } from './contract.ts'

/** The start of a text on one line, cut at a code point. */
export function previewOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= previewLength) return line
  const points = Array.from(line)
  return points.length <= previewLength
    ? line
    : `${points
        .slice(0, previewLength - 1)
        .join('')
        .trimEnd()}…`
}

export type Sender = { firstName: string; icon: string | null }

/** The notification of a message whose conversation is not on screen; its link is the chat's id (spec §3). */
export function messageNotification(id: string, conversation: string, message: WireMessage, sender: Sender): NotificationPayload {
  return {
    id,
    kind: 'message',
    title: sender.firstName,
    message: previewOf(message.text),
    link: conversation,
    ...(sender.icon === null ? {} : { icon: sender.icon }),
  }
}
