import * as v from 'valibot'
import { nodeCrypto } from '#server/crypto/node-crypto.ts'
import { decodeBase64url } from '#server/crypto/secrets.ts'
import { passkeyTransports } from '#shared/passkey-transport.ts'
import type { RelyingParty } from './relying-party.ts'

/**
 * What browsers send for a passkey (WebAuthn Level 3, `toJSON`), and its verification. By hand, because the libraries are too big
 * for every isolate's start or refuse genuine signatures (docs/decisions/043). No attestation is asked for, so a new passkey's key
 * is what the browser says it is: nothing signs it.
 */
const bytes = (maxLength: number) =>
  v.pipe(
    v.string(),
    v.maxLength(maxLength),
    v.regex(/^[\w-]+$/),
    v.check((text) => text.length % 4 !== 1),
    v.transform(decodeBase64url),
  )

/** 1,023 bytes at most. */
const credentialId = v.pipe(v.string(), v.maxLength(1364), v.regex(/^[\w-]+$/))
const transport = v.picklist(passkeyTransports)

const creation = v.object({
  id: credentialId,
  response: v.object({
    clientDataJSON: bytes(4096),
    authenticatorData: bytes(8192),
    publicKey: bytes(4096),
    transports: v.optional(
      v.pipe(
        v.array(v.string()),
        v.transform((names) => names.filter((name) => v.is(transport, name))),
      ),
      [],
    ),
  }),
})

const assertion = v.object({
  id: credentialId,
  response: v.object({
    clientDataJSON: bytes(4096),
    authenticatorData: bytes(8192),
    signature: bytes(2048),
    userHandle: v.nullish(v.pipe(v.string(), v.maxLength(128))),
  }),
})

export const readCreation = (answer: unknown) => read(creation, answer)
export const readAssertion = (answer: unknown) => read(assertion, answer)

function read<Schema extends v.GenericSchema>(schema: Schema, answer: unknown): v.InferOutput<Schema> | null {
  const parsed = v.safeParse(schema, answer)
  return parsed.success ? parsed.output : null
}

type ClientData = { type: string; challenge: string; origin: string; crossOrigin?: boolean | undefined }
const clientData = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    type: v.string(),
    challenge: v.pipe(v.string(), v.maxLength(128)),
    origin: v.string(),
    crossOrigin: v.optional(v.boolean()),
  }),
)

/** What the browser says about the call, if it came from this site and not from a frame of another. */
export function findClientData(
  { clientDataJSON }: { clientDataJSON: Uint8Array },
  type: 'webauthn.create' | 'webauthn.get',
  { origin }: RelyingParty,
): ClientData | null {
  const data = read(clientData, new TextDecoder().decode(clientDataJSON))
  return data?.type === type && data.origin === origin && data.crossOrigin !== true ? data : null
}

const flags = { userPresent: 1, userVerified: 4, backedUp: 16, hasCredential: 64 }

/** The fixed part of an authenticator's data. `credential`: only when it has made a passkey. */
export type AuthenticatorData = {
  counter: number
  backedUp: boolean
  credential: { id: Uint8Array; authenticator: string | null } | null
}

/** Reads an authenticator's data; null if it is for another site, or without a person who was present and proved who they are. */
export function findAuthenticatorData(data: Uint8Array, { id }: RelyingParty): AuthenticatorData | null {
  if (data.length < 37) return null
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const set = view.getUint8(32)
  const has = (flag: number) => (set & flag) === flag
  if (!isSameBytes(data.subarray(0, 32), sha256(new TextEncoder().encode(id)))) return null
  if (!has(flags.userPresent) || !has(flags.userVerified)) return null
  return {
    counter: view.getUint32(33),
    backedUp: has(flags.backedUp),
    credential: has(flags.hasCredential) ? findCredential(data, view) : null,
  }
}

function findCredential(data: Uint8Array, view: DataView): AuthenticatorData['credential'] {
  if (data.length < 55) return null
  const end = 55 + view.getUint16(53)
  if (data.length <= end) return null // the key follows
  const hex = Array.from(data.subarray(37, 53), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const authenticator = /^0+$/.test(hex) ? null : hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return { id: data.subarray(55, end), authenticator }
}

/** ES256 and RS256 of WebAuthn, in the order of preference: every authenticator has one of them. */
export const algorithms = [-7, -257]

/** True for a key of one of the algorithms. RSA is only as strong as its length. */
export function isAcceptedKey(spki: Uint8Array): boolean {
  const key = openKey(spki)
  if (key?.asymmetricKeyType === 'ec') return key.asymmetricKeyDetails?.namedCurve === 'prime256v1'
  return key?.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048
}

export function isSigned(
  spki: Uint8Array,
  { authenticatorData, clientDataJSON, signature }: Record<'authenticatorData' | 'clientDataJSON' | 'signature', Uint8Array>,
): boolean {
  const key = openKey(spki)
  if (!key) return false
  const signed = new Uint8Array([...authenticatorData, ...sha256(clientDataJSON)])
  try {
    return nodeCrypto().verify('sha256', signed, key, signature)
  } catch {
    return false // a signature that cannot be read
  }
}

function openKey(spki: Uint8Array) {
  try {
    return nodeCrypto().createPublicKey({ key: spki, format: 'der', type: 'spki' })
  } catch {
    return null // no key at all
  }
}

function sha256(data: Uint8Array): Uint8Array {
  return nodeCrypto().createHash('sha256').update(data).digest()
}

function isSameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && nodeCrypto().timingSafeEqual(left, right)
}
