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
  export function createHash(algorithm: 'sha256'): { update(data: Bytes): { digest(encoding: 'base64url' | 'hex'): string } }
  export function createHmac(
    algorithm: 'sha256',
    key: Bytes,
  ): { update(data: Bytes): { digest(encoding: 'base64url' | 'hex'): string } }
}
