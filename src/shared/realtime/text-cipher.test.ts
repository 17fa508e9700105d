import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTextCipher } from './text-cipher.ts'

const textKey = '5f1d3c0a9be84772a6d1c5e8f2b3097d4416aa5be0c97f38b12d6e94a07c83f1'
const saltLength = 16
const salt = 'Abc123XYZdef4567'
const iv = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex')
const key = Buffer.from(textKey, 'hex')
const cipher = createTextCipher({ textKey, saltLength })

/** The same format a second time, written simply on node:crypto, bit by bit. */
function plainEncode(text: string): Buffer {
  const bits = [...Array(text.length).keys()]
    .map((at) => {
      const binary = text.charCodeAt(at).toString(2).padStart(16, '0')
      // A Gray code's bit is 1 where the number's bit differs from the one before it.
      return [...binary].map((bit, place) => (bit === (binary[place - 1] ?? '0') ? '0' : '1')).join('')
    })
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
function plainDecode(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{16}/g) ?? [])
    .map((gray) => {
      let last = '0'
      const binary = [...gray].map((bit) => (last = bit === last ? '0' : '1')).join('')
      return String.fromCharCode(Number.parseInt(binary, 2))
    })
    .join('')
}
function seal(plain: Buffer, ivOf = iv): string {
  const aes = createCipheriv('aes-256-cbc', key, ivOf)
  const encrypted = Buffer.concat([aes.update(plain), aes.final()])
  return tagged(ivOf, encrypted)
}
function tagged(ivOf: Buffer, encrypted: Buffer): string {
  const tag = createHmac('sha256', key)
    .update(Buffer.concat([ivOf, encrypted]))
    .digest()
  return Buffer.concat([ivOf, tag, encrypted]).toString('base64')
}
function unseal(text: string): string {
  const bytes = Buffer.from(text, 'base64')
  const [ivOf, tag, encrypted] = [bytes.subarray(0, 16), bytes.subarray(16, 48), bytes.subarray(48)]
  const expected = createHmac('sha256', key)
    .update(Buffer.concat([ivOf, encrypted]))
    .digest()
  if (!timingSafeEqual(tag, expected)) throw new Error('wrong tag')
  const aes = createDecipheriv('aes-256-cbc', key, ivOf)
  return plainDecode(Buffer.concat([aes.update(encrypted), aes.final()]))
}

/** Any UTF-16, halves of surrogate pairs included. */
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 }).map((units) => String.fromCharCode(...units)),
)

/** Made once with OpenSSL. */
const vectors: [string, string][] = [
  [
    '',
    'AAECAwQFBgcICQoLDA0OD+PfddAKBtw6KqqE16N9kbPE/yan5oPAt1N+sVm2zFtsb7Xt4A/eHKXg0RbcA3lJ7+b1qOAmpbDIZvz09QS+SU/sFnBywAUA/uG3NhuySLU4',
  ],
  [
    'hello',
    'AAECAwQFBgcICQoLDA0OD0lHN1B8yN+RXvWrX8VS/eWfMrugX/ASnAcrZaV8IS5vb7Xt4A/eHKXg0RbcA3lJ7+b1qOAmpbDIZvz09QS+SU/8EpXtvMZJznklePpyYiEi',
  ],
  [
    'Привіт, Олено',
    'AAECAwQFBgcICQoLDA0OD1RhqsX3i+TOmukeLh4tgaowLIwJ7lajuUIR+qrY02BGb7Xt4A/eHKXg0RbcA3lJ7+b1qOAmpbDIZvz09QS+SU/l6+WlDXxDGOXpnElrBZ9ZiEoFiGdyh5RgRgDUrOe32Q==',
  ],
  [
    '🧶',
    'AAECAwQFBgcICQoLDA0OD76TMA9izWwpZQarhEGmWfdyKcSUR5XsqG66SRcEi7P7b7Xt4A/eHKXg0RbcA3lJ7+b1qOAmpbDIZvz09QS+SU9Y2pknc/mmgFHYjiR4waEQ',
  ],
  [
    '\ud83d',
    'AAECAwQFBgcICQoLDA0OD2FKWkYkIfO3Jzy+2gLIl3nV5oKcJSUVXMGNF9N4ukMSb7Xt4A/eHKXg0RbcA3lJ7+b1qOAmpbDIZvz09QS+SU9OqAumAw8MqwK+KuHrFlqY',
  ],
]

describe('text cipher', () => {
  it.each(vectors)('reads %j from the written vector, which the plain implementation makes, too', async (text, written) => {
    expect(seal(plainEncode(salt + text))).toBe(written)
    expect(await cipher.decrypt(written)).toBe(text)
  })

  it.each(['', 'x', 'Привіт, Олено', '🧶🎈👩‍👩‍👧', '\ud83d', '\udc00\ud800', '💜'.repeat(2000), '\0\uffff'])(
    'brings %# back as it was',
    async (text) => {
      const written = await cipher.encrypt(text)
      expect(await cipher.decrypt(written)).toBe(text)
      expect(unseal(written).slice(saltLength)).toBe(text)
      expect(unseal(written).slice(0, saltLength)).toMatch(/^[A-Za-z0-9]{16}$/)
    },
  )

  it('brings any text back, and reads what the plain implementation wrote', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        expect(await cipher.decrypt(await cipher.encrypt(text))).toBe(text)
        expect(await cipher.decrypt(seal(plainEncode(salt + text), randomBytes(16)))).toBe(text)
      }),
      { numRuns: 300, seed: 20 },
    )
  })

  it('never writes the same text the same way', async () => {
    const written = await Promise.all(Array.from({ length: 20 }, () => cipher.encrypt('hello')))
    expect(new Set(written).size).toBe(20)
    expect(new Set(written.map((one) => unseal(one).slice(0, saltLength))).size).toBe(20)
  })

  it('is null after a change of any one bit', async () => {
    const bytes = Buffer.from(await cipher.encrypt('one bit'), 'base64')
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(await cipher.decrypt(changed.toString('base64')), `bit ${bit}`).toBeNull()
    }
  })

  it('is null after a change of any one character, even one that base64 does not count', async () => {
    const written = await cipher.encrypt('hello, you')
    expect(written).toMatch(/=$/)
    for (let at = 0; at < written.length; at++) {
      for (const other of ['A', 'B', '/', '=', ' ', '\n', 'é', '']) {
        const changed = written.slice(0, at) + other + written.slice(at + 1)
        if (changed !== written) expect(await cipher.decrypt(changed), `${at} ${JSON.stringify(other)}`).toBeNull()
      }
    }
  })

  it('is null for what was cut, made up, or made with another key', async () => {
    const written = await cipher.encrypt('hello')
    const other = createTextCipher({ textKey: textKey.replaceAll('5', '6'), saltLength })
    expect(await other.decrypt(written)).toBeNull()
    for (const length of [0, 1, 4, 20, 64, 80]) expect(await cipher.decrypt(written.slice(0, length))).toBeNull()
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyText, fc.base64String({ maxLength: 300 })), async (text) => {
        expect(await cipher.decrypt(text)).toBeNull()
      }),
      { numRuns: 300, seed: 21 },
    )
  })

  it('is null for what has the right tag and is not written as agreed', async () => {
    const malformed = {
      'half a character': seal(Buffer.concat([plainEncode(`${salt}a`), Buffer.from([0])])),
      'no salt': seal(plainEncode('')),
      'a short salt': seal(plainEncode(salt.slice(1))),
      'a salt of other characters': seal(plainEncode(`${salt.slice(1)}-text`)),
      'no block': tagged(iv, Buffer.alloc(0)),
      'half a block': tagged(iv, Buffer.alloc(8)),
      'wrong padding': tagged(iv, Buffer.alloc(16)),
    }
    for (const [what, written] of Object.entries(malformed)) expect(await cipher.decrypt(written), what).toBeNull()
  })
})
