import type { Refusal } from '#features/chat/contract.ts'
import { warn } from '#server/log.ts'
import type { Connection } from '#objects/platform/connection.ts'
import {
  serverLimits,
  socketErrors,
  type AnswerCode,
  type ClientEventRequest,
  type Request,
  type SendRequest,
} from '#shared/realtime/wire.ts'
import { failureTexts, isLongerThan } from '../rules.ts'

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

/** The same after the connection's joins and leaves before it: the requests that come after one wait for it. */
export function answerInTurn(connection: Connection, request: Request, run: () => Promise<Outcome>): Promise<void> {
  const done = connection.turn.then(() => answerRequest(connection, request, run))
  if (request.type === 'channel:join' || request.type === 'channel:leave') connection.turn = done
  return done
}

export function fail(connection: Connection, request: Request, { code, retryAfterS }: Refusal): void {
  connection.fail(request.id, code, failureText(request, code), retryAfterS)
}

function failureText({ type, channel }: Request, code: AnswerCode): string {
  if (type === 'channel:join') return socketErrors.join(channel)
  if (type === 'channel:leave') return socketErrors.leave(channel)
  return failureTexts[code]
}

/** Returns a client's event with its data as JSON, or why it is refused. */
export function readClientEvent({
  event,
  data,
}: ClientEventRequest): { ok: true; event: `client-${string}`; dataJson: string } | Refusal {
  const dataJson = toJson(data)
  if (dataJson === null || !isClientEvent(event)) return refuse('bad-frame')
  if (isLongerThan(dataJson, serverLimits.clientEventBytes)) return refuse('too-big')
  return { ok: true, event, dataJson }
}

/** The message of a frame, without what the frame leaves out. */
export const messageOf = ({ cid, text, replyTo, photo }: SendRequest) => ({
  cid,
  text,
  ...(replyTo ? { replyTo } : {}),
  ...(photo === undefined ? {} : { photo }),
})

/** Returns data as JSON again, or null if it is nested too deeply. Keys that could pollute a prototype are dropped. */
function toJson(data: unknown): string | null {
  try {
    return JSON.stringify(data ?? null, (key, value: unknown) => (key === '__proto__' ? undefined : value))
  } catch {
    return null
  }
}

function isClientEvent(event: string): event is `client-${string}` {
  return event.startsWith('client-')
}
