import { joinBytes } from '#shared/bytes/join-bytes.ts'
/**
 * Text encryption of the polling transport (spec §9): base64 of IV + HMAC-SHA256 tag + AES-CBC ciphertext.
 * ⏎ What it does: texts are not in the clear in bodies that a middlebox or a careless log keeps, and tampering on the way is
 * detected. What it does not do: the key is public, part of every page's configuration, so anyone can read or forge a text.
 * Confidentiality comes from TLS, on both transports alike.
 * ⏎ The key's 32 bytes serve both AES-256 and HMAC, because the specification has only one key. The plaintext is a random
 * alphanumeric salt and then the text. Each UTF-16 code unit becomes its Gray code, 16 bits, the highest first; so even half of a
 * surrogate pair survives.
 */

const ivBytes = 16
const tagBytes = 32
const saltCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export type TextCipherConfig = { textKey: string; saltLength: number }

export type TextCipher = {
  encrypt(text: string): Promise<string>
  /** Returns the text; null if the tag is wrong or the format differs from that of `encrypt`. */
  decrypt(cipher: string): Promise<string | null>
}

export function createTextCipher({ textKey, saltLength }: TextCipherConfig): TextCipher {
  const keys = importKeys(bytesOfHex(textKey))

  return {
    async encrypt(text) {
      const { aes, hmac } = await keys
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
      const bytes = toGrayBits(randomSalt(saltLength) + text)
      const cipher = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-CBC', iv }, aes, bytes))
      const tag = new Uint8Array(await crypto.subtle.sign('HMAC', hmac, joinBytes([iv, cipher])))
      return toBase64(joinBytes([iv, tag, cipher]))
    },

    async decrypt(text) {
      const { aes, hmac } = await keys
      const bytes = fromBase64(text)
      if (!bytes || bytes.length <= ivBytes + tagBytes) return null
      const iv = bytes.subarray(0, ivBytes)
      const tag = bytes.subarray(ivBytes, ivBytes + tagBytes)
      const cipher = bytes.subarray(ivBytes + tagBytes)
      // Before decryption, and in constant time, as `verify` guarantees.
      if (!(await crypto.subtle.verify('HMAC', hmac, tag, joinBytes([iv, cipher])))) return null
      const decrypted = await decryptOrNull(aes, iv, cipher)
      const salted = decrypted && fromGrayBits(decrypted)
      return salted && hasSalt(salted, saltLength) ? salted.slice(saltLength) : null
    },
  }
}

type Bytes = Uint8Array<ArrayBuffer>

async function importKeys(key: Bytes) {
  const [aes, hmac] = await Promise.all([
    crypto.subtle.importKey('raw', key, 'AES-CBC', false, ['encrypt', 'decrypt']),
    crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']),
  ])
  return { aes, hmac }
}

/** Anyone with the key can create a tag, so even a correctly tagged text may have invalid padding. */
async function decryptOrNull(key: CryptoKey, iv: Bytes, cipher: Bytes): Promise<Bytes | null> {
  try {
    return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-CBC', iv }, key, cipher))
  } catch {
    return null
  }
}

function toGrayBits(text: string): Bytes {
  const bits = new Uint8Array(text.length * 2)
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    const gray = unit ^ (unit >>> 1)
    bits[at * 2] = gray >>> 8
    bits[at * 2 + 1] = gray & 0xff
  }
  return bits
}

function fromGrayBits(bits: Bytes): string | null {
  if (bits.length % 2 !== 0) return null
  let text = ''
  for (let at = 0; at < bits.length; at += 2) {
    let unit = ((bits[at] ?? 0) << 8) | (bits[at + 1] ?? 0)
    for (const shift of [8, 4, 2, 1]) unit ^= unit >>> shift
    text += String.fromCharCode(unit)
  }
  return text
}

function randomSalt(length: number): string {
  let salt = ''
  while (salt.length < length) {
    // Rejection sampling: 62 does not divide 256, so bytes above the last whole multiple would favour the first characters.
    for (const byte of crypto.getRandomValues(new Uint8Array(length)))
      if (byte < 248 && salt.length < length) salt += saltCharacters.charAt(byte % 62)
  }
  return salt
}

function hasSalt(text: string, length: number): boolean {
  return text.length >= length && /^[A-Za-z0-9]*$/.test(text.slice(0, length))
}

function bytesOfHex(hex: string): Bytes {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function toBase64(bytes: Bytes): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/** `atob` accepts blanks and stray bits at the end; this accepts only the exact output of `toBase64`. */
function fromBase64(text: string): Bytes | null {
  try {
    const bytes = Uint8Array.from(atob(text), (character: string) => character.charCodeAt(0))
    return toBase64(bytes) === text ? bytes : null
  } catch {
    return null
  }
}
