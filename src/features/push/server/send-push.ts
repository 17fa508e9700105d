import { hashToken } from '#server/crypto/secrets.ts'
import type { Env } from '#server/env.ts'
import type { NotificationKind } from '#shared/realtime/wire.ts'
import type { PushLink } from '../contract.ts'
import { deliveries, isPushEndpoint, outcomeOf, type PushOutcome } from '../rules.ts'
import { createEphemeral, encryptPush } from './encrypt.ts'
import type { Subscription } from './queries.ts'
import { pushTestOrigin } from './settings.ts'
import { vapidHeader } from './vapid.ts'
import { writePayload } from './write-payload.ts'

/** All messages are padded to this many bytes before encryption; the longest one has about 350. */
const paddedLength = 1024
const timeoutMs = 10_000

export type PushMessage = {
  kind: NotificationKind
  isSilent: boolean
  about: PushLink
  until: number
  isWaitAlert?: boolean | undefined
}
/** `answer`: the status, or in one word why there is none; `retryAfter`: as the service sends it. */
export type SentPush = { outcome: PushOutcome; answer: string; retryAfter: string | null }

/** Sends a message to one device through its push service (RFC 8030). Never rejects because of the service. */
export async function sendPush(env: Env, device: Subscription, message: PushMessage, now: number): Promise<SentPush> {
  const { endpoint, locale } = device
  const { kind, isSilent, about, until, isWaitAlert } = message
  // Also checked when it was stored; the list may be shorter since then.
  if (!isPushEndpoint(endpoint, pushTestOrigin(env))) return { outcome: 'gone', answer: 'unknown-service', retryAfter: null }
  const payload = JSON.stringify(await writePayload({ kind, locale, isSilent, about, isWaitAlert }))
  const [body, authorization] = await Promise.all([
    createEphemeral().then((ephemeral) => encryptPush(payload, device, ephemeral, paddedLength)),
    vapidHeader(env, endpoint, now),
  ])
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        Authorization: authorization,
        'Content-Type': 'application/octet-stream',
        'Content-Encoding': 'aes128gcm',
        TTL: String(Math.ceil((until - now) / 1000)),
        Urgency: deliveries[kind].urgency,
        Topic: topicOf(kind, device),
      },
      body,
    })
    await response.body?.cancel()
    return {
      outcome: outcomeOf(response.status),
      answer: String(response.status),
      retryAfter: response.headers.get('Retry-After'),
    }
  } catch (error) {
    // Its message may contain the endpoint, which is a secret of the device.
    const isTimeout = error instanceof Error && error.name === 'TimeoutError'
    return { outcome: 'later', answer: isTimeout ? 'timeout' : 'unreachable', retryAfter: null }
  }
}

/**
 * A newer message of a kind replaces one that waits for the device. The topic does not reveal the kind: it depends on the
 * browser's secret, which the service does not know. It knows the endpoint, so a hash of that could be guessed for each kind.
 */
function topicOf(kind: NotificationKind, { auth }: Subscription): string {
  return hashToken(`${kind} ${auth}`).slice(0, 32)
}
