import { chatActions } from '#features/chat/contract.ts'
import { parseChannel, type SendData, type WireMessage, type WirePhoto } from '#shared/realtime/wire.ts'
import type { Action } from '#shared/routing/action.ts'
import type { StoredItem } from './outbox-store.ts'
import { RequestError, type Requests } from '../requests.ts'

type DeliverDeps = {
  ask: Requests['ask']
  fetch?: typeof fetch
}

/** Enough for a photo of the maximum size over a slow connection. */
const uploadMs = 120_000
const postMs = 20_000

/** Delivers one waiting message to the server; rejects with a RequestError. */
export function createDelivery({ ask, fetch = globalThis.fetch }: DeliverDeps) {
  /** Posts and returns JSON; converts the server's refusals to the codes of the socket. */
  async function post<Data extends object>({ path }: Action<Data>, body: FormData | string, ms: number): Promise<Data> {
    let response: Response
    try {
      response = await fetch(path, {
        method: 'POST',
        headers: { Accept: 'application/json', ...(typeof body === 'string' ? { 'Content-Type': 'application/json' } : {}) },
        body,
        signal: AbortSignal.timeout(ms),
      })
      if (response.ok) return await response.json()
    } catch {
      throw new RequestError('unavailable') // No connection, too slow, or interrupted.
    }
    throw new RequestError(codeOf(response.status), Number(response.headers.get('Retry-After')))
  }

  return {
    /** Idempotent by cid: a repeat gets the first answer. */
    async upload({ channel, cid }: StoredItem, photo: Blob): Promise<WirePhoto> {
      const form = new FormData()
      form.set('conversation', conversationOf(channel))
      form.set('cid', cid)
      form.set('file', photo)
      const { photo: uploaded } = await post(chatActions.photo, form, uploadMs)
      return uploaded
    },

    /**
     * Sends over the connection; if this tab has not joined the conversation, by a plain request, because joining would show
     * presence.
     */
    async send({ channel, cid, text, replyTo, uploaded }: StoredItem): Promise<SendData> {
      const photo = uploaded?.id
      try {
        return (await ask({ type: 'message:send', channel, cid, text, replyTo, photo })) as SendData
      } catch (error) {
        if (!(error instanceof RequestError) || error.code !== 'not-joined') throw error
        const body = { conversation: conversationOf(channel), cid, text, replyTo: replyTo?.seq, photo }
        return await post(chatActions.send, JSON.stringify(body), postMs)
      }
    },
  }
}

export type Delivery = ReturnType<typeof createDelivery>

/** Returns the message as everyone will see it. */
export function sentMessage({ cid, text, replyTo, uploaded }: StoredItem, sent: SendData, from: string): WireMessage {
  const { epoch, seq, sentAt } = sent
  return { epoch, seq, sentAt, cid, from, text, ...(replyTo ? { replyTo } : {}), ...(uploaded ? { photo: uploaded } : {}) }
}

function conversationOf(channel: StoredItem['channel']): string {
  return parseChannel(channel)?.id ?? ''
}

function codeOf(status: number): RequestError['code'] {
  if (status === 401) return 'unauthorized'
  if (status === 409) return 'conflict'
  if (status === 413) return 'too-big'
  if (status === 429) return 'too-many'
  if (status === 403 || status === 404) return 'forbidden'
  return status >= 500 || status === 408 ? 'unavailable' : 'bad-frame'
}
