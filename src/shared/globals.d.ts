/**
 * The few globals that browsers and workerd share and that shared code may use. All others are unavailable here, so that this
 * folder works on both sides.
 */
declare const console: { warn(...data: unknown[]): void; error(...data: unknown[]): void }

declare class URLSearchParams {
  constructor(init?: string | [string, string][] | Record<string, string>)
  get(name: string): string | null
  has(name: string): boolean
  toString(): string
}

declare class URL {
  static canParse(url: string): boolean
  constructor(url: string)
  readonly hostname: string
}

declare class TextDecoder {
  decode(data: ArrayBuffer): string
}

declare function atob(base64: string): string
declare function btoa(binary: string): string

declare class CryptoKey {
  readonly type: string
}
type ByteArray = Uint8Array<ArrayBuffer>
type AesCbc = { name: 'AES-CBC'; iv: ByteArray }
declare const crypto: {
  getRandomValues(bytes: ByteArray): ByteArray
  subtle: {
    importKey(
      format: 'raw',
      key: ByteArray,
      algorithm: 'AES-CBC' | { name: 'HMAC'; hash: 'SHA-256' },
      extractable: boolean,
      usages: ('encrypt' | 'decrypt' | 'sign' | 'verify')[],
    ): Promise<CryptoKey>
    encrypt(algorithm: AesCbc, key: CryptoKey, data: ByteArray): Promise<ArrayBuffer>
    decrypt(algorithm: AesCbc, key: CryptoKey, data: ByteArray): Promise<ArrayBuffer>
    sign(algorithm: 'HMAC', key: CryptoKey, data: ByteArray): Promise<ArrayBuffer>
    verify(algorithm: 'HMAC', key: CryptoKey, signature: ByteArray, data: ByteArray): Promise<boolean>
  }
}

/** Browsers alone have it; elsewhere it is undefined. */
declare var document: { getElementById(id: string): { textContent: string | null } | null } | undefined
