import { ProviderFailure } from './failure.ts'

const timeoutMs = 5_000
const maxBytes = 64 * 1024

export type JsonAnswer = { status: number; body: Record<string, unknown> }

/**
 * Fetches a provider's JSON: within 5 s, at most 64 KB, no redirect followed (the endpoints are known). Throws
 * `unavailable` for whatever cannot be read; the status is left to the caller.
 */
export async function fetchJson(url: string, init: RequestInit = {}): Promise<JsonAnswer> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(url, { ...init, redirect: 'manual', signal })
    if (response.status >= 300 && response.status < 400) throw new Error('it redirects')
    const body: unknown = JSON.parse(await readLimited(response))
    if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Error('it is no JSON object')
    return { status: response.status, body: { ...body } }
  } catch (error) {
    throw new ProviderFailure('unavailable', `${new URL(url).hostname} gave no usable answer`, error)
  }
}

/** Stops reading at the limit, whatever length the answer claims. */
async function readLimited(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    length += value.byteLength
    if (length > maxBytes) {
      await reader.cancel()
      throw new Error('it is too large')
    }
    text += decoder.decode(value, { stream: true })
  }
}
