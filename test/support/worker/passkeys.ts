import type { PasskeyCreation, PasskeyRequest } from '#features/auth/contract.ts'
import { encodeBase64url } from '#server/crypto/secrets.ts'
import { origin } from './realtime-client.ts'
import type { Visitor } from './visitor.ts'

export const paths = {
  challenge: '/api/auth/passkeys/challenge',
  signIn: '/api/auth/passkeys/sign-in',
  new: '/api/auth/passkeys/new',
  add: '/api/auth/passkeys/add',
  remove: '/api/auth/passkeys/remove',
}

/** What an answer says otherwise than an honest one would. */
export type Forgery = {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  crossOrigin?: boolean
  userPresent?: boolean
  userVerified?: boolean
  counter?: number
  userHandle?: string
  id?: string
  /** Signs with another key. */
  key?: CryptoKey
  /** A changed bit in the signature. */
  isTampered?: boolean
}

type Keys = { publicKey: CryptoKey; privateKey: CryptoKey }

/** Google Password Manager, by the community's list. */
export const googleAuthenticator = 'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4'

const text = (value: string) => new TextEncoder().encode(value)
const sha256 = async (data: Uint8Array) => new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(data)))
const fromHex = (hex: string) => (hex.match(/[\da-f]{2}/g) ?? []).map((byte) => Number.parseInt(byte, 16))
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))

export async function newKeys(): Promise<Keys> {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  if (!('privateKey' in keys)) throw new Error('ECDSA keys are pairs')
  return keys
}

/**
 * A small authenticator that makes real ES256 passkeys and assertions, and answers as browsers' `toJSON` does. Its passkeys are
 * discoverable. `counter`: stays where it is set; it grows by `step` with each signature.
 */
export class Authenticator {
  readonly keys: Keys
  readonly id: string
  readonly #idBytes = random(16)
  readonly #aaguid: string
  counter = 0
  step = 0
  userHandle = ''

  private constructor(keys: Keys, aaguid: string) {
    this.keys = keys
    this.id = encodeBase64url(this.#idBytes)
    this.#aaguid = aaguid
  }

  static async create(aaguid = googleAuthenticator): Promise<Authenticator> {
    return new Authenticator(await newKeys(), aaguid)
  }

  /** Makes the passkey that these options ask for. */
  async make(options: PasskeyCreation, forgery: Forgery = {}) {
    this.userHandle = options.user.id
    const spki = await crypto.subtle.exportKey('spki', this.keys.publicKey)
    if (!(spki instanceof ArrayBuffer)) throw new Error('SPKI is binary')
    const credential = new Uint8Array([
      ...fromHex(this.#aaguid),
      0,
      this.#idBytes.length,
      ...this.#idBytes,
      ...(await this.#coseKey()),
    ])
    const data = await this.#data(options.rp.id, 0x40, forgery)
    return {
      id: forgery.id ?? this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: this.#client('webauthn.create', options.challenge, forgery),
        authenticatorData: encodeBase64url(new Uint8Array([...data, ...credential])),
        publicKey: encodeBase64url(new Uint8Array(spki)),
        publicKeyAlgorithm: -7,
        transports: ['internal', 'hybrid', 'of-the-future'],
      },
    }
  }

  /** Signs this challenge. */
  async sign(options: PasskeyRequest, forgery: Forgery = {}) {
    this.counter += this.step
    const data = await this.#data(options.rpId, 0, forgery)
    const client = this.#client('webauthn.get', options.challenge, forgery)
    const clientBytes = Uint8Array.from(atob(client.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
    const signed = new Uint8Array([...data, ...(await sha256(clientBytes))])
    const raw = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, forgery.key ?? this.keys.privateKey, signed)
    const signature = toDer(new Uint8Array(raw))
    if (forgery.isTampered) signature.set([(signature.at(-1) ?? 0) ^ 1], signature.length - 1)
    return {
      id: forgery.id ?? this.id,
      rawId: forgery.id ?? this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: client,
        authenticatorData: encodeBase64url(data),
        signature: encodeBase64url(signature),
        userHandle: forgery.userHandle ?? this.userHandle,
      },
    }
  }

  async #data(rpId: string, more: number, forgery: Forgery): Promise<Uint8Array<ArrayBuffer>> {
    const { userPresent = true, userVerified = true, counter = this.counter } = forgery
    const flags = (userPresent ? 1 : 0) | (userVerified ? 4 : 0) | 8 | 16 | more
    const counted = new Uint8Array(4)
    new DataView(counted.buffer).setUint32(0, counter)
    return new Uint8Array([...(await sha256(text(forgery.rpId ?? rpId))), flags, ...counted])
  }

  #client(type: string, challenge: string, forgery: Forgery): string {
    const data = {
      type: forgery.type ?? type,
      challenge: forgery.challenge ?? challenge,
      origin: forgery.origin ?? origin,
      crossOrigin: forgery.crossOrigin ?? false,
    }
    return encodeBase64url(text(JSON.stringify(data)))
  }

  /** The public key as authenticators write it: a map of CBOR. */
  async #coseKey(): Promise<Uint8Array> {
    const raw = await crypto.subtle.exportKey('raw', this.keys.publicKey)
    if (!(raw instanceof ArrayBuffer)) throw new Error('A raw key is binary')
    const point = new Uint8Array(raw).subarray(1)
    const [start, between] = ['a5010203262001215820', '225820'].map(fromHex)
    return new Uint8Array([...(start ?? []), ...point.subarray(0, 32), ...(between ?? []), ...point.subarray(32)])
  }
}

/** An ECDSA signature as ASN.1: two integers, without needless zeros, and with one before a set top bit. */
function toDer(raw: Uint8Array): Uint8Array<ArrayBuffer> {
  const integer = (bytes: Uint8Array) => {
    const start = bytes.findIndex((byte) => byte !== 0)
    const short = bytes.subarray(start)
    const value = (short[0] ?? 0) > 127 ? [0, ...short] : [...short]
    return [2, value.length, ...value]
  }
  const body = [...integer(raw.subarray(0, 32)), ...integer(raw.subarray(32))]
  return new Uint8Array([0x30, body.length, ...body])
}

/** The options for a new passkey of the member who is signed in. */
export async function askAdd(visitor: Visitor): Promise<PasskeyCreation> {
  const response = await visitor.post(paths.new, {})
  if (response.status !== 200) throw new Error(`no options: ${response.status} ${await response.text()}`)
  const { options } = await response.json<{ options: PasskeyCreation }>()
  return options
}

/** The options for signing in. */
export async function askSignIn(visitor: Visitor): Promise<PasskeyRequest> {
  const response = await visitor.post(paths.challenge, {})
  if (response.status !== 200) throw new Error(`no challenge: ${response.status} ${await response.text()}`)
  const { options } = await response.json<{ options: PasskeyRequest }>()
  return options
}

/** Adds a passkey to the account of the member who is signed in. */
export async function addPasskey(visitor: Visitor, authenticator: Authenticator, forgery: Forgery = {}): Promise<Response> {
  return visitor.post(paths.add, { answer: await authenticator.make(await askAdd(visitor), forgery) })
}

/** Signs in by passkey. */
export async function signInWith(visitor: Visitor, authenticator: Authenticator, forgery: Forgery = {}): Promise<Response> {
  return visitor.post(paths.signIn, { answer: await authenticator.sign(await askSignIn(visitor), forgery) })
}
