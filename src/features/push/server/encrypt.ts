import { joinBytes } from '#shared/bytes/join-bytes.ts'
import { base64url } from 'jose'
import type { PushDevice } from '../contract.ts'

/** RFC 8188 §2: one record, which every service accepts. */
const recordSize = 4096
const utf8 = new TextEncoder()
const curve = { name: 'ECDH', namedCurve: 'P-256' } as const

type Keys = Pick<PushDevice, 'p256dh' | 'auth'>

/** Generated for every message. */
export type Ephemeral = { salt: Uint8Array; keys: CryptoKeyPair }

/** Throws if a key is not a point of the curve. */
export async function requirePublicKey(p256dh: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', base64url.decode(p256dh), curve, true, [])
}

export async function createEphemeral(): Promise<Ephemeral> {
  const keys = await crypto.subtle.generateKey(curve, true, ['deriveBits'])
  if (!('privateKey' in keys)) throw new Error('The curve gives a pair of keys')
  return { salt: crypto.getRandomValues(new Uint8Array(16)), keys }
}

/**
 * Encrypts a message for one browser (RFC 8291, `aes128gcm`). `length`: number of bytes after padding, so that its size does not
 * reveal its subject to the push service.
 */
export async function encryptPush(
  text: string,
  { p256dh, auth }: Keys,
  { salt, keys }: Ephemeral,
  length = 0,
): Promise<Uint8Array> {
  const browserKey = await requirePublicKey(p256dh)
  const [browserPoint, ownPoint] = [base64url.decode(p256dh), await rawOf(keys.publicKey)]
  const shared = await sharedSecret(keys.privateKey, browserKey)
  const material = await hkdf(
    shared,
    base64url.decode(auth),
    joinBytes([utf8.encode('WebPush: info\0'), browserPoint, ownPoint]),
    32,
  )
  const [key, nonce] = await Promise.all([
    hkdf(material, salt, utf8.encode('Content-Encoding: aes128gcm\0'), 16),
    hkdf(material, salt, utf8.encode('Content-Encoding: nonce\0'), 12),
  ])
  const content = utf8.encode(text)
  // The delimiter of the last record, then zeros.
  const padded = joinBytes([content, Uint8Array.of(2), new Uint8Array(Math.max(0, length - content.length))])
  const cipherKey = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt'])
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, cipherKey, padded)
  return joinBytes([salt, header(ownPoint.length), ownPoint, new Uint8Array(sealed)])
}

function header(idLength: number): Uint8Array {
  const bytes = new Uint8Array(5)
  new DataView(bytes.buffer).setUint32(0, recordSize)
  bytes[4] = idLength
  return bytes
}

async function sharedSecret(own: CryptoKey, other: CryptoKey): Promise<Uint8Array> {
  // The runtime's types name this property `$public`, which is not its real name.
  const algorithm: SubtleCryptoDeriveKeyAlgorithm & { public: CryptoKey } = { name: 'ECDH', public: other }
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, own, 256))
}

async function hkdf(material: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey('raw', material, 'HKDF', false, ['deriveBits'])
  return new Uint8Array(await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, length * 8))
}

async function rawOf(key: CryptoKey): Promise<Uint8Array> {
  const bytes = await crypto.subtle.exportKey('raw', key)
  if (!(bytes instanceof ArrayBuffer)) throw new Error('A raw key is bytes')
  return new Uint8Array(bytes)
}
