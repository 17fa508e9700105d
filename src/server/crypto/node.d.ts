/** The part of Node's crypto that the Workers runtime provides; Node's full types would also bring its globals. */
declare module 'node:crypto' {
  type Bytes = string | Uint8Array
  export function scrypt(
    password: Bytes,
    salt: Bytes,
    keyBytes: number,
    options: { N: number; r: number; p: number; maxmem: number },
    done: (error: Error | null, key: Uint8Array) => void,
  ): void
  export function timingSafeEqual(a: Uint8Array, b: Uint8Array): boolean
  type Digest = { digest(encoding: 'base64url' | 'hex'): string; digest(): Uint8Array }
  export function createHash(algorithm: 'sha256'): { update(data: Bytes): Digest }
  export function createHmac(
    algorithm: 'sha256',
    key: Bytes,
  ): { update(data: Bytes): { digest(encoding: 'base64url' | 'hex'): string } }
  type PublicKey = {
    asymmetricKeyType?: string
    asymmetricKeyDetails?: { namedCurve?: string; modulusLength?: number }
  }
  export function createPublicKey(key: { key: Uint8Array; format: 'der'; type: 'spki' }): PublicKey
  /** ECDSA signatures are DER. */
  export function verify(algorithm: 'sha256', data: Uint8Array, key: PublicKey, signature: Uint8Array): boolean
}
