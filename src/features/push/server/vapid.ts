import { base64url, importJWK, SignJWT } from 'jose'
import type { Env } from '#server/env.ts'

type VapidEnv = Pick<Env, 'VAPID_PUBLIC_KEY' | 'VAPID_PRIVATE_KEY' | 'PUBLIC_ORIGIN' | 'MAIL_FROM'>

/** A push service accepts at most 24 hours (RFC 8292 §2). */
const tokenMs = 60 * 60_000

/** Returns the `Authorization` of a request to a push service: who sends it, signed for that service only (RFC 8292). */
export async function vapidHeader(env: VapidEnv, endpoint: string, now: number): Promise<string> {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: d = '', PUBLIC_ORIGIN, MAIL_FROM } = env
  const point = base64url.decode(publicKey)
  const key = await importJWK({ kty: 'EC', crv: 'P-256', d, ...coordinatesOf(point) }, 'ES256')
  const token = await new SignJWT()
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(new URL(endpoint).origin)
    .setExpirationTime(new Date(now + tokenMs))
    .setSubject(PUBLIC_ORIGIN || `mailto:${MAIL_FROM}`)
    .sign(key)
  return `vapid t=${token}, k=${publicKey}`
}

/** An uncompressed point is one byte, followed by both coordinates. */
function coordinatesOf(point: Uint8Array): { x: string; y: string } {
  return { x: base64url.encode(point.subarray(1, 33)), y: base64url.encode(point.subarray(33)) }
}
