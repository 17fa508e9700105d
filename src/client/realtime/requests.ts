import { timings, type Answer, type AnswerCode, type Request as WireRequest } from '#shared/realtime/wire.ts'

type WithoutId<Frame> = Frame extends { id: number } ? Omit<Frame, 'id'> : never
export type RequestBody = WithoutId<WireRequest>

/** `timeout`: no answer in 20 s. `closed`: the connection ended first. Otherwise the server's code. */
export class RequestError extends Error {
  readonly code: AnswerCode | 'timeout' | 'closed'
  /** Whole seconds until a retry makes sense; 0 if the server gives none. */
  readonly retryAfterS: number

  constructor(code: RequestError['code'], retryAfterS = 0) {
    super(code)
    this.code = code
    this.retryAfterS = retryAfterS
  }
}

export type Requests = {
  /** Returns the data of the answer; rejects with a RequestError. */
  ask(body: RequestBody): Promise<unknown>
  answer(answer: Answer): void
  /** The connection has closed: its pending requests will get no answer. */
  abandon(): void
}

type Waiting = { resolve: (data: unknown) => void; reject: (error: RequestError) => void; timer: ReturnType<typeof setTimeout> }

/** Matches answers to requests by number. `send` returns false if nothing is open. */
export function createRequests(send: (frame: WireRequest) => boolean): Requests {
  const waiting = new Map<number, Waiting>()
  let lastId = 0

  const settle = (id: number): Waiting | undefined => {
    const found = waiting.get(id)
    if (!found) return undefined
    clearTimeout(found.timer)
    waiting.delete(id)
    return found
  }
  return {
    ask(body) {
      const id = ++lastId
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => settle(id)?.reject(new RequestError('timeout')), timings.requestTimeoutMs)
        waiting.set(id, { resolve, reject, timer })
        if (!send({ ...body, id })) settle(id)?.reject(new RequestError('closed'))
      })
    },
    answer(answer) {
      const found = settle(answer.id)
      if (answer.status === 'success') found?.resolve(answer.data)
      else found?.reject(new RequestError(answer.code, answer.retryAfterS))
    },
    abandon() {
      for (const id of waiting.keys()) settle(id)?.reject(new RequestError('closed'))
    },
  }
}
