import type { AppContext } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'

/**
 * Serves a sound, or the requested part of it: Safari plays nothing from a server that answers `Range` with the whole file. The
 * platform's own file serving does not support ranges; all sounds are a few kilobytes.
 */
export async function serveSound(c: AppContext): Promise<Response> {
  const asked = new Request(c.req.url, { headers: conditions(c.req.raw.headers) })
  const file = await c.env.ASSETS?.fetch(asked)
  if (!file || (file.status !== 200 && file.status !== 304)) {
    await file?.body?.cancel()
    throw notFound()
  }
  const headers = new Headers(file.headers)
  headers.set('Accept-Ranges', 'bytes')
  headers.set('Cache-Control', 'public, max-age=604800')
  if (file.status === 304) return new Response(null, { status: 304, headers })
  const bytes = await file.arrayBuffer()
  headers.delete('Content-Length')
  const range = isRangeWanted(c.req.raw.headers, headers) ? readRange(c.req.header('range') ?? '', bytes.byteLength) : null
  if (range === null) return new Response(bytes, { headers })
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${bytes.byteLength}`)
    return new Response(null, { status: 416, headers })
  }
  headers.set('Content-Range', `bytes ${range.first}-${range.last}/${bytes.byteLength}`)
  return new Response(bytes.slice(range.first, range.last + 1), { status: 206, headers })
}

/** Without the range: its response is built here. */
function conditions(headers: Headers): Record<string, string> {
  const match = headers.get('if-none-match')
  return match === null ? {} : { 'If-None-Match': match }
}

/** A part from another version of the file would not match what the browser has (RFC 9110 §13.1.5). */
function isRangeWanted(asked: Headers, file: Headers): boolean {
  const version = asked.get('if-range')
  return asked.has('range') && (version === null || version === file.get('etag'))
}

type Range = { first: number; last: number }

/** Parses one byte range (RFC 9110 §14.1.2); null for anything else, which is answered with the whole file. */
export function readRange(text: string, length: number): Range | 'unsatisfiable' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(text.trim()) ?? []
  if (from === '' && to === '') return null
  if (from === '') return Number(to) === 0 ? 'unsatisfiable' : { first: Math.max(0, length - Number(to)), last: length - 1 }
  const [first, last] = [Number(from), to === '' ? length - 1 : Math.min(Number(to), length - 1)]
  if (to !== '' && Number(to) < first) return null
  return first >= length ? 'unsatisfiable' : { first, last }
}
