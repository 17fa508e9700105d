import type { Refusal } from '#features/chat/contract.ts'
import { warn } from '#server/log.ts'
import type { Connection } from '#objects/platform/connection.ts'
import { socketErrors, type AnswerCode, type Request } from '#shared/realtime/wire.ts'
import { failureTexts } from '../rules.ts'

/** The result of a request. `afterwards` runs right after the answer is sent. */
export type Outcome = { ok: true; data?: unknown; afterwards?(): void } | Refusal

export const refuse = (code: AnswerCode): Refusal => ({ ok: false, code })
/** Per-second limits have room again after one second. */
export const refuseForASecond: Refusal = { ok: false, code: 'too-many', retryAfterS: 1 }

/** Runs a request and answers it. Never rejects: any error becomes this request's answer. */
export async function answerRequest(connection: Connection, request: Request, run: () => Promise<Outcome>): Promise<void> {
  let outcome: Outcome
  try {
    outcome = await run()
  } catch (error) {
    // Usually an object that a deployment or a move has just restarted; the client retries.
    warn(request.type, error)
    outcome = refuse('unavailable')
  }
  if (!outcome.ok) return fail(connection, request, outcome)
  connection.succeed(request.id, outcome.data)
  try {
    outcome.afterwards?.()
  } catch (error) {
    // The conversation's next delivery brings what the client misses now.
    warn(request.type, error)
  }
}

export function fail(connection: Connection, request: Request, { code, retryAfterS }: Refusal): void {
  connection.fail(request.id, code, failureText(request, code), retryAfterS)
}

function failureText({ type, channel }: Request, code: AnswerCode): string {
  if (type === 'channel:join') return socketErrors.join(channel)
  if (type === 'channel:leave') return socketErrors.leave(channel)
  return failureTexts[code]
}

/** Returns data as JSON again, or null if it is nested too deeply. Keys that could pollute a prototype are dropped. */
export function toJson(data: unknown): string | null {
  try {
    return JSON.stringify(data ?? null, (key, value: unknown) => (key === '__proto__' ? undefined : value))
  } catch {
    return null
  }
}

export function isClientEvent(event: string): event is `client-${string}` {
  return event.startsWith('client-')
}
