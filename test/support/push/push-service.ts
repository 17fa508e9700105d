import { randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { importJWK, jwtVerify } from 'jose'
import { answerBy, listenOnLoopback, type LoopbackServer } from '../loopback.ts'
import { createBrowserKeys, decryptPush, type BrowserKeys } from './decrypt.ts'
import type { Received } from './device.ts'

type Mailbox = { keys: BrowserKeys; vapidKey: string; received: Received[]; answers: { status: number; retryAfter?: string }[] }

export type PushService = LoopbackServer

/**
 * A push service on a free loopback port (RFC 8030), with the browsers behind it. It takes a message only as the real ones do: signed by
 * the key that the subscription is bound to (RFC 8292), in `aes128gcm`, with a TTL. Tests talk to it at `/browser`.
 */
export async function startPushService(): Promise<PushService> {
  const mailboxes = new Map<string, Mailbox>()
  let origin = ''

  const subscribe = (body: string, response: ServerResponse) => {
    const { vapidKey } = JSON.parse(body) as { vapidKey: string }
    const keys = createBrowserKeys(randomBytes(16))
    const id = randomUUID()
    mailboxes.set(id, { keys, vapidKey, received: [], answers: [] })
    const p256dh = keys.ecdh.getPublicKey('base64url')
    send(response, 201, { endpoint: `${origin}/push/${id}`, p256dh, auth: keys.auth.toString('base64url') })
  }

  const receive = async (mailbox: Mailbox | undefined, request: IncomingMessage, body: Buffer, response: ServerResponse) => {
    if (!mailbox) return send(response, 404, {})
    const next = mailbox.answers.shift()
    if (next) return send(response, next.status, {}, next.retryAfter === undefined ? {} : { 'retry-after': next.retryAfter })
    const { ttl, urgency = '', topic = '', authorization = '' } = request.headers
    const subject = await findSender(authorization, mailbox.vapidKey, origin)
    if (subject === null) return send(response, 403, {})
    const isRight = /^\d+$/.test(String(ttl)) && request.headers['content-encoding'] === 'aes128gcm' && body.length <= 4096
    if (!isRight || !/^[\w-]{0,32}$/.test(String(topic))) return send(response, 400, {})
    const message = decryptPush(body, mailbox.keys)
    mailbox.received.push({ ...message, ttl: Number(ttl), urgency: String(urgency), topic: String(topic), subject })
    send(response, 201, {})
  }

  const server = answerBy(async (request, response) => {
    const [, place = '', id = '', what = ''] = (request.url ?? '/').split('/')
    const mailbox = mailboxes.get(id)
    const body = await readBody(request)
    if (place === 'push') return receive(mailbox, request, body, response)
    if (id === '') return subscribe(body.toString(), response)
    if (!mailbox) return send(response, 404, {})
    if (what === 'answers') mailbox.answers.push(...(JSON.parse(body.toString()) as Mailbox['answers']))
    if (what === 'gone') mailboxes.delete(id)
    send(response, 200, mailbox.received)
  })
  const listening = await listenOnLoopback(server)
  origin = listening.origin
  return listening
}

/** Returns who has signed a request for this service, with the key that the subscription is bound to; else null. */
async function findSender(authorization: string, vapidKey: string, audience: string): Promise<string | null> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  if (key === '' || key !== vapidKey) return null
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  try {
    const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256')
    const { payload } = await jwtVerify(token, publicKey, { audience, algorithms: ['ES256'], requiredClaims: ['exp', 'sub'] })
    const isShort = (payload.exp ?? Infinity) <= Date.now() / 1000 + 24 * 60 * 60
    return isShort && /^(mailto|https):/.test(payload.sub ?? '') ? (payload.sub ?? null) : null
  } catch {
    return null
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function send(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
