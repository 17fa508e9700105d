import { createSign, generateKeyPairSync } from 'node:crypto'
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, type JWK, type JWTPayload } from 'jose'
import type { Forgery, Person } from './forgeries.ts'

type Facts = { issuer: string; audience: string; nonce: string; person: Person }

const pair = (algorithm: string) => generateKeyPair(algorithm, { extractable: true })
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const published = Buffer.from('a shared secret that nobody should use')

/** A provider's keys, generated at each start, and the tokens that it signs with them. */
export async function createTokens() {
  const [rsa, ec, stranger, unusable] = await Promise.all([pair('RS256'), pair('ES256'), pair('RS256'), pair('RS256')])
  // Shorter than any library accepts for signing.
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const publish = async (key: CryptoKey, facts: JWK): Promise<JWK> => ({ ...(await exportJWK(key)), ...facts })
  const keys = await Promise.all([
    publish(rsa.publicKey, { kid: 'rsa-1', alg: 'RS256', use: 'sig' }),
    publish(ec.publicKey, { kid: 'ec-1', alg: 'ES256', use: 'sig' }),
    publish(unusable.publicKey, { kid: 'enc-1', alg: 'RS256', use: 'enc' }),
    { ...weak.publicKey.export({ format: 'jwk' }), kid: 'weak-1', alg: 'RS256', use: 'sig' },
    publish(rsa.publicKey, { kid: 'twin-1', use: 'sig' }),
    publish(stranger.publicKey, { kid: 'twin-1', use: 'sig' }),
    { kty: 'oct', k: published.toString('base64url'), kid: 'oct-1', alg: 'HS256' },
  ])

  const sign = (payload: JWTPayload, key: CryptoKey | Uint8Array, header: { alg: string; kid?: string; jwk?: JWK }) =>
    new SignJWT(payload).setProtectedHeader({ typ: 'JWT', ...header }).sign(key)

  async function idToken({ issuer, audience, nonce, person }: Facts, how: Forgery | 'es256' | null): Promise<string | undefined> {
    const now = Math.floor(Date.now() / 1000)
    const payload: JWTPayload = { iss: issuer, aud: audience, iat: now, exp: now + 3600, nonce, ...person }
    const genuine = { alg: 'RS256', kid: 'rsa-1' }
    const signed = (changes: JWTPayload) => sign({ ...payload, ...changes }, rsa.privateKey, genuine)
    switch (how) {
      case null:
        return signed({})
      case 'es256':
        return sign(payload, ec.privateKey, { alg: 'ES256', kid: 'ec-1' })
      case 'alg-none':
        return `${base64url({ alg: 'none', typ: 'JWT', kid: 'rsa-1' })}.${base64url(payload)}.`
      case 'hs256-by-public-key':
        return sign(payload, new TextEncoder().encode(await exportSPKI(rsa.publicKey)), { alg: 'HS256', kid: 'rsa-1' })
      case 'wrong-issuer':
        return signed({ iss: `${issuer}.evil.example` })
      case 'wrong-audience':
        return signed({ aud: 'another-application' })
      case 'other-party':
        return signed({ aud: [audience, 'another-application'], azp: 'another-application' })
      case 'wrong-nonce':
        return signed({ nonce: 'of-another-sign-in' })
      case 'no-nonce':
        return signed({ nonce: undefined })
      case 'expired':
        return signed({ iat: now - 400, exp: now - 60 })
      case 'old':
        return signed({ iat: now - 7200 })
      case 'unknown-kid':
        return sign(payload, rsa.privateKey, { alg: 'RS256', kid: 'rsa-2' })
      case 'no-kid':
        return sign(payload, rsa.privateKey, { alg: 'RS256' })
      case 'path-as-kid':
        return sign(payload, new Uint8Array(32), { alg: 'HS256', kid: '../../../dev/null' })
      case 'other-key':
        return sign(payload, stranger.privateKey, genuine)
      case 'embedded-key':
        return sign(payload, stranger.privateKey, { ...genuine, jwk: await exportJWK(stranger.publicKey) })
      case 'encryption-key':
        return sign(payload, unusable.privateKey, { alg: 'RS256', kid: 'enc-1' })
      case 'weak-key': {
        const signed = `${base64url({ alg: 'RS256', typ: 'JWT', kid: 'weak-1' })}.${base64url(payload)}`
        return `${signed}.${createSign('RSA-SHA256').update(signed).sign(weak.privateKey, 'base64url')}`
      }
      case 'ambiguous-kid':
        return sign(payload, rsa.privateKey, { alg: 'RS256', kid: 'twin-1' })
      case 'empty-kid':
        return sign(payload, rsa.privateKey, { alg: 'RS256', kid: '' })
      case 'key-of-another-kind':
        return sign(payload, rsa.privateKey, { alg: 'RS256', kid: 'ec-1' })
      case 'published-secret':
        return sign(payload, published, { alg: 'HS256', kid: 'oct-1' })
      case 'no-subject':
        return signed({ sub: undefined })
      case 'long-subject':
        return signed({ sub: 'x'.repeat(256) })
      case 'number-subject':
        return sign({ ...payload, ...JSON.parse('{"sub":42}') }, rsa.privateKey, genuine)
      case 'no-token':
        return undefined
      case 'broken':
        return 'not.a.token'
    }
  }

  return { keys, idToken }
}
