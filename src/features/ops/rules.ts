import { asciiDigits } from '#shared/i18n/digits.ts'
/** RFC 6238 with the values that every authenticator app accepts: SHA-1, 6 digits, 30 s, one step in each direction. */
export const totp = { digits: 6, stepMs: 30_000, skew: 1 } as const

/** Exact counter of wrong codes. */
export const wrongCodes = { limit: 5, windowMs: 15 * 60_000 } as const
export const recoveryCodeCount = 10

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 base32 without padding. */
export function encodeBase32(bytes: Uint8Array): string {
  let [bits, value, text] = [0, 0, '']
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet[(value >>> bits) & 31]
    }
    value &= (1 << bits) - 1
  }
  return bits > 0 ? text + alphabet[(value << (5 - bits)) & 31] : text
}

/** Throws on a character outside base32. */
export function decodeBase32(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.floor((text.length * 5) / 8))
  let [bits, value, length] = [0, 0, 0]
  for (const character of text) {
    const index = alphabet.indexOf(character)
    if (index === -1) throw new Error('not base32')
    value = (value << 5) | index
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes[length++] = value >>> bits
    value &= (1 << bits) - 1
  }
  return bytes
}

/** The URI that authenticator apps read: `otpauth://totp/Kismet:operator@…?secret=…`. */
export function otpauthUri(secret: string, account: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const query = `secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${totp.digits}&period=${totp.stepMs / 1000}`
  return `otpauth://totp/${label}?${query}`
}

export function stepAt(now: number): number {
  return Math.floor(now / totp.stepMs)
}

/** Steps whose code is valid now and unused: only steps after the last accepted one. */
export function openSteps(now: number, lastStep: number): number[] {
  const current = stepAt(now)
  const near = Array.from({ length: 2 * totp.skew + 1 }, (_, index) => current - totp.skew + index)
  return near.filter((step) => step > lastStep)
}

/** Groups of four, for recovery codes that are shown and written down. */
export function groupsOfFour(text: string): string {
  return text.match(/.{1,4}/g)?.join(' ') ?? ''
}

/** Parses typed text as a code of the app or as a recovery code; null if it can be neither. */
export function readCode(typed: string): { kind: 'totp' | 'recovery'; code: string } | null {
  const code = asciiDigits(typed)
    .replace(/[\s-]+/g, '')
    .toUpperCase()
  if (/^\d{6}$/.test(code)) return { kind: 'totp', code }
  return /^[A-Z2-7]{16}$/.test(code) ? { kind: 'recovery', code } : null
}
