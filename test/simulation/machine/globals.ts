import { createCipheriv, createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto'
import { mulberry32 } from '#seed/demo/random.ts'
import type { Due } from './clock.ts'
import type { Runtime } from './runtime.ts'

type Hash = string | { name: string }
type Algorithm = { name: string; hash?: Hash; salt: Uint8Array; info: Uint8Array; iv: Uint8Array; additionalData?: Uint8Array }

/** What keys are made of. The product keeps some of them, so these outlast a simulation. */
const raw = new WeakMap<object, { bytes: Uint8Array; digest: string }>()

/** A response that may carry a WebSocket; Node's own knows no status 101. */
class SimulatedResponse {
  readonly webSocket: unknown

  constructor(_body: unknown, { webSocket = null }: { webSocket?: unknown } = {}) {
    this.webSocket = webSocket
  }
}

/**
 * Puts simulated time, the random numbers of a seed, and keys that need no thread of their own in the place of the real ones.
 * Answers what gives them back. Mocks of Vitest would keep each of millions of calls.
 */
export function simulateGlobals(runtime: Runtime, seed: number): () => void {
  const random = mulberry32(seed)
  const byte = () => Math.floor(random() * 256)
  const hex = (length: number) => Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('')
  const replaced = [
    replace(Math, { random }),
    replace(Date, { now: () => runtime.now() }),
    replace(console, { warn: () => {} }),
    replace(globalThis, {
      setTimeout: (run: () => void, ms?: number) => runtime.setTimeout(run, ms),
      clearTimeout: (due: Due | null | undefined) => due && runtime.clearTimeout(due),
      WebSocketPair: function pair() {
        return runtime.openLine()
      },
      WebSocketRequestResponsePair: function pair() {},
      Response: SimulatedResponse,
    }),
    replace(crypto, {
      getRandomValues: (array: Uint8Array) => {
        for (let index = 0; index < array.length; index++) array[index] = byte()
        return array
      },
      randomUUID: () => `${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`,
    }),
    replace(crypto.subtle, simulatedKeys()),
  ]
  return () => replaced.forEach((restore) => restore())
}

function replace(owner: object, values: Record<string, unknown>): () => void {
  const names = Object.keys(values)
  const before = names.map((name) => Object.getOwnPropertyDescriptor(owner, name))
  for (const name of names) Object.defineProperty(owner, name, { value: values[name], configurable: true, writable: true })
  return () => {
    for (const [index, name] of names.entries()) {
      const descriptor = before[index]
      Reflect.deleteProperty(owner, name)
      if (descriptor) Object.defineProperty(owner, name, descriptor)
    }
  }
}

/** The same keys and signatures as the real ones, at once. */
function simulatedKeys() {
  const digestOf = ({ hash = '' }: Algorithm) => (typeof hash === 'string' ? hash : hash.name).replace('-', '').toLowerCase()
  const signWith = (key: object, data: Uint8Array) => {
    const { bytes = new Uint8Array(), digest = '' } = raw.get(key) ?? {}
    return createHmac(digest, bytes).update(data).digest()
  }
  return {
    importKey: async (_: 'raw', bytes: Uint8Array, algorithm: never, isExtractable: boolean, usages: never) => {
      const key = createSecretKey(bytes).toCryptoKey(algorithm, isExtractable, usages)
      raw.set(key, { bytes, digest: typeof algorithm === 'string' ? '' : digestOf(algorithm) })
      return key
    },
    deriveBits: async (algorithm: Algorithm, key: object, bits: number) =>
      hkdfSync(digestOf(algorithm), raw.get(key)?.bytes ?? '', algorithm.salt, algorithm.info, bits / 8),
    encrypt: async ({ iv, additionalData }: Algorithm, key: object, data: Uint8Array) => {
      const cipher = createCipheriv('aes-256-gcm', raw.get(key)?.bytes ?? '', iv)
      if (additionalData) cipher.setAAD(additionalData)
      return Uint8Array.from([...cipher.update(data), ...cipher.final(), ...cipher.getAuthTag()]).buffer
    },
    sign: async (_: unknown, key: object, data: Uint8Array) => signWith(key, data),
    verify: async (_: unknown, key: object, signature: Uint8Array, data: Uint8Array) => {
      const own = signWith(key, data)
      return own.byteLength === signature.byteLength && timingSafeEqual(own, signature)
    },
  }
}
