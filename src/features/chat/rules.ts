import { limits, type WireMessage, serverLimits } from '#shared/realtime/wire.ts'
import { cleanLines } from '#shared/text/clean.ts'
import { lengthOf } from '#shared/text/cut.ts'
import { hasVisible } from '#shared/text/visible.ts'

export type CleanText = { ok: true; text: string } | { ok: false; code: 'required' | 'too-long' }

/** Returns a message text as stored; one with nothing visible counts as empty. */
export function cleanText(typed: string): CleanText {
  const text = cleanLines(typed)
  if (!hasVisible(text)) return { ok: false, code: 'required' }
  if (text.length > limits.messageText && lengthOf(text) > limits.messageText) return { ok: false, code: 'too-long' }
  return { ok: true, text }
}

/** Bytes for a page's messages as JSON: its frame must stay within the limit for frames. */
const pageBytes = limits.frameBytes - 1024
const utf8 = new TextEncoder()

/** Returns as many of the first messages as fit on one page; at least one. */
export function takePage(messages: readonly WireMessage[], size: number = serverLimits.joinPage): WireMessage[] {
  // Most deliveries contain one message, which always fits, so nothing needs measuring.
  if (Math.min(messages.length, size) === 1) return messages.slice(0, 1)
  let bytes = 0
  let count = 0
  for (const message of messages) {
    bytes += utf8.encode(JSON.stringify(message)).byteLength + 1
    if (count === size || (count > 0 && bytes > pageBytes)) break
    count += 1
  }
  return messages.slice(0, count)
}

const firstRetryMs = 500
const lastRetryMs = 30_000

/**
 * Returns the delay before the next attempt of a delivery that has failed `failures` times (1, 2, …). An overloaded object gets
 * the longest one.
 */
export function retryDelayMs(failures: number, isOverloaded = false): number {
  return isOverloaded ? lastRetryMs : Math.min(lastRetryMs, firstRetryMs * 2 ** (failures - 1))
}

/** Returns the time of a new message. Times never decrease within a conversation, so that its order and its clock agree. */
export function nextSentAt(now: number, lastSentAt: number): number {
  return Math.max(now, lastSentAt)
}
