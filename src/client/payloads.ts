import type { PageData } from '#shared/bootstrap.ts'
import type { LateValues } from '#shared/late.tsx'

export type Payload = { build: string } & ({ redirect: string } | { data: PageData; late: LateValues })

/** A payload that was fetched ahead stays good for so long. */
const freshMs = 10_000
const ahead = new Map<string, { at: number; payload: Promise<Payload | null> }>()

/** The payload of a page, perhaps already on its way; null when the server could not answer with one. */
export function takePayload(url: URL): Promise<Payload | null> {
  const key = url.pathname + url.search
  const known = ahead.get(key)
  ahead.delete(key)
  return known && Date.now() - known.at < freshMs ? known.payload : fetchPayload(url)
}

async function fetchPayload(url: URL): Promise<Payload | null> {
  const path = url.pathname === '/' ? '' : url.pathname
  try {
    const response = await fetch(`${path}/_payload.json${url.search}`, { headers: { Accept: 'application/json' } })
    if (!response.ok && response.status !== 404) return null
    return (await response.json()) as Payload
  } catch {
    return null // offline or cut off: the document request shows the browser's own page
  }
}

/** Asks for a page that somebody may open, unless that was done a moment ago; true when it was not. */
export function fetchAhead(url: URL): boolean {
  const key = url.pathname + url.search
  const known = ahead.get(key)
  if (known && Date.now() - known.at < freshMs) return false
  ahead.set(key, { at: Date.now(), payload: fetchPayload(url) })
  return true
}
