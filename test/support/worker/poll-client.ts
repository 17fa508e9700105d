import { realtimeActions } from '#features/member-hub/contract.ts'
import { env, SELF } from 'cloudflare:test'
import { issueAccessToken } from '#features/auth/session/server/tokens/access-token.ts'
import { decryptFrame, encryptRequest } from '#shared/realtime/ciphered-frames.ts'
import { createTextCipher } from '#shared/realtime/text-cipher.ts'
import type { PollAnswer, PollCall, ServerFrame } from '#shared/realtime/wire.ts'
import { LineClient, newId, origin } from './realtime-client.ts'

export const cipher = createTextCipher({ textKey: env.TEXT_KEY, saltLength: Number(env.SALT_LENGTH) })

/** One call, as the member's browser makes it. */
export async function poll(
  who: { memberId: string; sid: string } | null,
  call: PollCall | string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const token = who && (await issueAccessToken(env, { sub: who.memberId, sid: who.sid, kind: 'member' }, Date.now()))
  return SELF.fetch(origin + realtimeActions.poll.path, {
    method: 'POST',
    headers: {
      origin,
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    body: typeof call === 'string' ? call : JSON.stringify(call),
  })
}

export async function pollJson(who: { memberId: string; sid: string } | null, call: PollCall): Promise<PollAnswer> {
  const response = await poll(who, call)
  if (response.status !== 200) throw new Error(`Poll refused: ${response.status} ${await response.text()}`)
  return response.json()
}

/** A connection by polling: always one pending call, requests in separate calls, texts encrypted. */
export class PollClient extends LineClient {
  readonly poll: string
  readonly closed: Promise<{ code: number; reason: string }>
  readonly #end: (closed: { code: number; reason: string }) => void
  #isOver = false
  #ack = 0
  #sending: Promise<unknown> = Promise.resolve()

  constructor(memberId: string, sid: string, id: string) {
    super(memberId, sid)
    this.poll = id
    const { promise, resolve } = Promise.withResolvers<{ code: number; reason: string }>()
    this.closed = promise
    this.#end = resolve
    void this.#listen().catch((error) => resolve({ code: 1006, reason: String(error) }))
  }

  get ack(): number {
    return this.#ack
  }

  /** Sends one frame per call; the next one waits, so that they arrive in order. */
  override sendRaw(text: string): void {
    this.sendFrames([text === 'ping' ? text : JSON.parse(text)])
  }

  sendFrames(frames: unknown[]): void {
    this.#sending = this.#sending.then(async () => {
      if (this.#isOver) return
      for (const frame of frames) await encryptRequest(frame, cipher)
      await this.#accept(await pollJson(this, { poll: this.poll, ack: this.#ack, frames }))
    })
  }

  async goAway(): Promise<void> {
    this.#isOver = true
    await pollJson(this, { poll: this.poll, ack: this.#ack, close: true })
  }

  /** Stops calling, like a browser that has disappeared. */
  vanish(): void {
    this.#isOver = true
  }

  async #listen(): Promise<void> {
    while (!this.#isOver) {
      await this.#sending
      await this.#accept(await pollJson(this, { poll: this.poll, ack: this.#ack }))
    }
  }

  async #accept({ frames, closed }: PollAnswer): Promise<void> {
    for (const { n, frame } of frames) {
      if (n <= this.#ack) continue
      if (n > this.#ack + 1) throw new Error(`Frame ${n} after ${this.#ack}`)
      this.#ack = n
      const copy = structuredClone(frame) as ServerFrame
      if (!(await decryptFrame(copy, cipher))) throw new Error(`Unreadable: ${JSON.stringify(frame)}`)
      this.take(copy)
    }
    if (!closed) return
    this.#isOver = true
    this.#end(closed)
  }
}

export async function connectPoll(memberId: string, sid = newId()): Promise<PollClient> {
  const { poll: id, closed } = await pollJson({ memberId, sid }, { ack: 0 })
  if (closed) throw new Error(`Refused: ${closed.code} ${closed.reason}`)
  return new PollClient(memberId, sid, id)
}
