import { nodeCrypto } from './node-crypto.ts'
import { decodeBase64url, encodeBase64url, isSameSecret } from './secrets.ts'

const [nonceBytes, blockBytes, tagBytes] = [12, 32, 8]
const utf8 = new TextEncoder()
const pattern = /^[\w-]{70,300}$/

/** HMAC as a pseudorandom function: `use` keeps its three uses apart. */
function derive(key: Uint8Array, use: string, ...parts: readonly Uint8Array[]): Uint8Array {
  const text = [use, ...parts.map(encodeBase64url)].join(':')
  return decodeBase64url(nodeCrypto().createHmac('sha256', key).update(text).digest('base64url'))
}

function mask(key: Uint8Array, nonce: Uint8Array, bytes: Uint8Array): Uint8Array {
  const stream = Array.from({ length: bytes.byteLength / blockBytes }, (_, block) => [...derive(key, `block-${block}`, nonce)])
  const pad = stream.flat()
  return bytes.map((byte, index) => byte ^ (pad[index] ?? 0))
}

/**
 * Seals a short text into a public name that reveals nothing of it, not even its length. In one context the same text always has
 * the same name, so that caches work; names of two contexts have nothing in common. Opening needs no context (a synthetic nonce,
 * as in RFC 5297). The text must not contain NUL.
 */
export function sealName(key: Uint8Array, context: string, text: string): string {
  const bytes = utf8.encode(text)
  const padded = new Uint8Array(Math.max(1, Math.ceil(bytes.byteLength / blockBytes)) * blockBytes)
  padded.set(bytes)
  const nonce = derive(key, 'nonce', utf8.encode(context), padded).slice(0, nonceBytes)
  const hidden = mask(key, nonce, padded)
  const tag = derive(key, 'tag', nonce, hidden).slice(0, tagBytes)
  return encodeBase64url(Uint8Array.from([...nonce, ...hidden, ...tag]))
}

/** The text of a name sealed with one of the keys; null for anything else. */
export function openName(keys: readonly Uint8Array[], name: string): string | null {
  const bytes = pattern.test(name) && name.length % 4 !== 1 ? decodeBase64url(name) : null
  const hidden = bytes?.slice(nonceBytes, -tagBytes)
  if (!bytes || !hidden || hidden.byteLength % blockBytes !== 0) return null
  // The last character has unused bits. Only one spelling is accepted, so that caches keep one copy.
  if (encodeBase64url(bytes) !== name) return null
  const nonce = bytes.slice(0, nonceBytes)
  const tag = encodeBase64url(bytes.slice(-tagBytes))
  for (const key of keys) {
    if (!isSameSecret(tag, encodeBase64url(derive(key, 'tag', nonce, hidden).slice(0, tagBytes)))) continue
    return new TextDecoder().decode(mask(key, nonce, hidden)).replace(/\0+$/, '')
  }
  return null
}
