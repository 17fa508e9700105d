import * as v from 'valibot'
import { deriveKeys, type KeyPurpose, requireKey, type Secrets } from './keys.ts'

type Options<Schema extends v.GenericSchema> = { purpose: KeyPurpose; schema: Schema; lifetimeMs: number }

/**
 * Like `encryptedToken`, for content that barely fits: it is compressed first, and encrypted as bytes. Do not use it for secrets
 * beside text from others, because its length reveals how much they have in common.
 */
export function compressedToken<Schema extends v.GenericSchema>({ purpose, schema, lifetimeMs }: Options<Schema>) {
  const contents = v.object({ expiresAt: v.number(), data: v.unknown() })

  async function seal(env: Secrets, data: v.InferInput<Schema>, now: number): Promise<string> {
    const packed = await through(new CompressionStream('deflate-raw'), JSON.stringify({ data, expiresAt: now + lifetimeMs }))
    const { CompactEncrypt } = await import('./jwe.ts')
    const token = new CompactEncrypt(new Uint8Array(packed)).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    return token.encrypt(await requireKey(env, purpose))
  }

  /** Returns null for a token that is missing, forged, expired, of another kind, or older than the secret before this one. */
  async function open(env: Secrets, token: string | undefined, now: number): Promise<v.InferOutput<Schema> | null> {
    if (!token) return null
    for (const key of await deriveKeys(env, purpose)) {
      const opened = v.safeParse(contents, await decrypt(token, key).catch(() => null))
      if (!opened.success || opened.output.expiresAt <= now) continue
      const parsed = v.safeParse(schema, opened.output.data)
      if (parsed.success) return parsed.output
    }
    return null
  }

  return { seal, open }
}

async function decrypt(token: string, key: Uint8Array): Promise<unknown> {
  const { compactDecrypt } = await import('./jwe.ts')
  const { plaintext } = await compactDecrypt(token, key, {
    keyManagementAlgorithms: ['dir'],
    contentEncryptionAlgorithms: ['A256GCM'],
  })
  const unpacked = await through(new DecompressionStream('deflate-raw'), new Uint8Array(plaintext))
  return JSON.parse(new TextDecoder().decode(unpacked))
}

function through(
  stream: CompressionStream | DecompressionStream,
  content: string | Uint8Array<ArrayBuffer>,
): Promise<ArrayBuffer> {
  return new Response(new Blob([content]).stream().pipeThrough(stream)).arrayBuffer()
}
