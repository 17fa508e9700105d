import { nodeCrypto } from '#server/crypto/node-crypto.ts'

/** Creates an id: 128 random bits as 22 characters of base64url. */
export function newId(): string {
  return encodeBase64url(crypto.getRandomValues(new Uint8Array(16)))
}

/** Creates a bearer secret: 256 random bits as 43 characters of base64url. */
export function newToken(): string {
  return encodeBase64url(crypto.getRandomValues(new Uint8Array(32)))
}

/** Returns the form of a random token in the database. Plain SHA-256 is enough: a random token cannot be guessed. */
export function hashToken(token: string): string {
  return nodeCrypto().createHash('sha256').update(token).digest('base64url')
}

export function keyedHash(key: Uint8Array, text: string): string {
  return nodeCrypto().createHmac('sha256', key).update(text).digest('base64url')
}

/** Returns 48 bits of an HMAC as an exact number. */
export function keyedNumber(key: Uint8Array, text: string): number {
  return Number.parseInt(nodeCrypto().createHmac('sha256', key).update(text).digest('hex').slice(0, 12), 16)
}

export function isSameSecret(left: string, right: string): boolean {
  const [a, b] = [new TextEncoder().encode(left), new TextEncoder().encode(right)]
  return a.byteLength === b.byteLength && nodeCrypto().timingSafeEqual(a, b)
}

export function encodeBase64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** The bytes of base64url; throws if it is not. */
export function decodeBase64url(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
}
