import { isSameSecret } from '#server/crypto/secrets.ts'

/** Older events, and those further in the future, are refused, so that a recorded event cannot be replayed. */
export const toleranceS = 300
/** A header contains one signature for each secret in use. */
const mostSignatures = 8

/** Signs a raw body as Stripe does: HMAC-SHA-256 over `{t}.{body}`, as `t=…,v1=…` (docs.stripe.com/webhooks#verify-manually). */
export async function signatureHeader(body: Uint8Array, secret: string, timestampS: number): Promise<string> {
  return `t=${timestampS},v1=${await signatureOf(body, secret, String(timestampS))}`
}

/** True if one of the secrets has signed the body within the tolerance. Only the scheme `v1` counts. */
export async function isSigned(body: Uint8Array, header: string, secrets: readonly string[], now: number): Promise<boolean> {
  const parts = header.split(',').map((part) => part.trim().split('=', 2))
  const timestamps = parts.filter(([name]) => name === 't').map(([, value = '']) => value)
  const [timestamp] = timestamps
  if (timestamps.length !== 1 || timestamp === undefined || !/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(Math.floor(now / 1000) - Number(timestamp)) > toleranceS) return false
  const signatures = parts.filter(([name]) => name === 'v1').map(([, value = '']) => value)
  const expected = await Promise.all(secrets.map((secret) => signatureOf(body, secret, timestamp)))
  return signatures.slice(0, mostSignatures).some((signature) => expected.some((each) => isSameSecret(each, signature)))
}

async function signatureOf(body: Uint8Array, secret: string, timestamp: string): Promise<string> {
  const encoder = new TextEncoder()
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const prefix = encoder.encode(`${timestamp}.`)
  const signed = new Uint8Array(prefix.length + body.length)
  signed.set(prefix)
  signed.set(body, prefix.length)
  return [...new Uint8Array(await crypto.subtle.sign('HMAC', key, signed))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
