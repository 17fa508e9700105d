import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createBrowserKeys, decryptPush } from '../../../../test/support/push/decrypt.ts'
import { createEphemeral, encryptPush, requirePublicKey } from './encrypt.ts'

/** The example of RFC 8291, appendix A. */
const example = {
  text: 'When I grow up, I want to be a watermelon',
  point: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  d: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_' +
    'yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

async function exampleKeys(): Promise<CryptoKeyPair> {
  const point = Buffer.from(example.point, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  return {
    publicKey: await crypto.subtle.importKey('jwk', jwk, curve, true, []),
    privateKey: await crypto.subtle.importKey('jwk', { ...jwk, d: example.d }, curve, true, ['deriveBits']),
  }
}

/** A browser with its own subscription. */
function createBrowser() {
  const keys = createBrowserKeys(randomBytes(16))
  return { keys, device: { p256dh: keys.ecdh.getPublicKey('base64url'), auth: keys.auth.toString('base64url') } }
}

describe('an encrypted push message', () => {
  it('is the one of the standard’s own example', async () => {
    const ephemeral = { salt: new Uint8Array(Buffer.from(example.salt, 'base64url')), keys: await exampleKeys() }
    expect(Buffer.from(await encryptPush(example.text, example, ephemeral)).toString('base64url')).toBe(example.body)
  })

  it('is read by its browser alone', async () => {
    const [mine, other] = [createBrowser(), createBrowser()]
    const body = Buffer.from(await encryptPush('Здрастуй', mine.device, await createEphemeral(), 64))
    expect(decryptPush(body, mine.keys).text).toBe('Здрастуй')
    expect(() => decryptPush(body, other.keys)).toThrow()
    expect(() => decryptPush(body, { ...mine.keys, auth: randomBytes(16) })).toThrow()
  })

  it('has one size, whatever it says, and other bytes each time', async () => {
    const { keys, device } = createBrowser()
    const bodies = await Promise.all(
      ['a', 'a', 'ю'.repeat(150)].map(async (text) =>
        Buffer.from(await encryptPush(text, device, await createEphemeral(), 1024)),
      ),
    )
    expect(new Set(bodies.map(({ length }) => length)).size).toBe(1)
    expect(new Set(bodies.map((body) => body.toString('hex'))).size).toBe(3)
    expect(bodies.map((body) => decryptPush(body, keys).text)).toEqual(['a', 'a', 'ю'.repeat(150)])
  })
})

it('a key that is no point of the curve is refused', async () => {
  const { device } = createBrowser()
  await expect(requirePublicKey(device.p256dh)).resolves.toBeDefined()
  await expect(requirePublicKey(`B${'A'.repeat(86)}`)).rejects.toThrow()
})
