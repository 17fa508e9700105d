import { createDecipheriv, createECDH, hkdfSync, type ECDH } from 'node:crypto'

/** A browser's side of a subscription (RFC 8291 §2): its keys and the secret that it shares with the sender. */
export type BrowserKeys = { ecdh: ECDH; auth: Buffer }

export function createBrowserKeys(auth: Buffer): BrowserKeys {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  return { ecdh, auth }
}

const hkdf = (salt: Buffer, material: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', material, salt, info, length))

/**
 * Decrypts a message as the browser does (RFC 8188 §2.2, RFC 8291 §3.4), with other code than the sender's. `size` is the
 * record's. Throws for everything that a browser would refuse.
 */
export function decryptPush(body: Buffer, { ecdh, auth }: BrowserKeys): { text: string; size: number } {
  const [salt, recordSize, idLength] = [body.subarray(0, 16), body.readUInt32BE(16), body.readUInt8(20)]
  if (idLength !== 65) throw new Error(`the sender's key has ${idLength} bytes`)
  const senderKey = body.subarray(21, 21 + idLength)
  const record = body.subarray(21 + idLength)
  if (record.length > recordSize || body.length > 4096 + 86) throw new Error('more than one record')
  const secret = ecdh.computeSecret(senderKey)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey])
  const material = hkdf(auth, secret, info, 32)
  const key = hkdf(salt, material, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(salt, material, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== 2) throw new Error('the last record has no delimiter')
  return { text: padded.toString('utf8', 0, end), size: record.length }
}
