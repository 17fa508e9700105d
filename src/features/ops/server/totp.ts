import { decodeBase32, totp } from '../rules.ts'

/** The code of one time step (RFC 4226 §5.3 with the step as its counter). `secret` is base32. */
export async function codeAt(secret: string, step: number, digits: number = totp.digits): Promise<string> {
  const key = await crypto.subtle.importKey('raw', decodeBase32(secret), { name: 'HMAC', hash: 'SHA-1' }, false, ['sign'])
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(step))
  const mac = new DataView(await crypto.subtle.sign('HMAC', key, counter))
  const offset = mac.getUint8(mac.byteLength - 1) & 15
  const number = mac.getUint32(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The step with this code. All codes are computed, so that the timing reveals nothing. */
export async function findStep(secret: string, code: string, steps: readonly number[]): Promise<number | null> {
  const codes = await Promise.all(steps.map((step) => codeAt(secret, step)))
  return steps.findLast((_, index) => codes[index] === code) ?? null
}
