import { ProviderFailure } from './failure.ts'

const timeoutMs = 5_000
const maxBytes = 64 * 1024

/**
 * A `fetch` for a provider's JSON: within 5 s, at most 64 KB, without redirects (the endpoints are known). Throws `unavailable`
 * if the response cannot be read, the server failed, or keys are missing.
 */
export async function fetchBounded(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    const { status, headers } = response
    if (status >= 300 && (status < 400 || status >= 500 || init.method === 'GET')) throw new Error(`it answered ${status}`)
    const text = await readLimited(response)
    JSON.parse(text)
    return new Response(text, { status, headers: { 'content-type': headers.get('content-type') ?? '' } })
  } catch (error) {
    throw new ProviderFailure('unavailable', `${new URL(url).hostname} gave no usable answer`, error)
  }
}

/** Stops reading at the limit, whatever length the response claims. */
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
