/** Addresses whose files never change: their answers say so. */
export const fixedRoutes = ['*/assets/*', '*/locales/*', '*/avatars/*', '*/icons.svg']

/**
 * A worker that keeps such files in memory as they were answered first, texts packed, as a platform's edge does. Every test's
 * browser starts with an empty cache and requests dozens of them, and Miniflare runs five workers for each request.
 */
export const fixedFiles = `
const kept = new Map()
const partial = ['range', 'if-none-match', 'if-modified-since']

export default {
  async fetch(request, env) {
    if (request.method !== 'GET' || partial.some((name) => request.headers.has(name))) return env.APP.fetch(request)
    const found = kept.get(request.url)
    if (found) return answer(found)
    const response = await env.APP.fetch(request)
    if (response.status !== 200 || !response.headers.get('cache-control')?.includes('immutable')) return response
    const file = await pack(response)
    kept.set(request.url, file)
    return answer(file)
  },
}

async function pack(response) {
  const headers = new Headers(response.headers)
  const isText = /javascript|css|json|svg/.test(headers.get('content-type') ?? '')
  if (!isText) return { bytes: await response.arrayBuffer(), headers }
  headers.delete('content-length')
  headers.set('content-encoding', 'gzip')
  const packed = response.body.pipeThrough(new CompressionStream('gzip'))
  return { bytes: await new Response(packed).arrayBuffer(), headers }
}

const answer = ({ bytes, headers }) => new Response(bytes, { headers, encodeBody: 'manual' })
`
