import type { PageData } from '#shared/bootstrap.ts'
import { countChanges } from '#shared/changes.ts'
import type { LateValues } from '#shared/late.tsx'

export type Payload = { build: string } & ({ redirect: string } | { data: PageData; late: LateValues })

type Asked = { at: number; changes: number; payload: Promise<Payload | null> }

/** A payload that was fetched ahead stays good for so long, if nothing changes. */
const freshMs = 10_000
const ahead = new Map<string, Asked>()

/** The payload of a page, perhaps already on its way; null when the server could not answer with one. */
export async function takePayload(url: URL): Promise<Payload | null> {
  const key = keyOf(url)
  const known = ahead.get(key)
  ahead.delete(key)
  const asked = known && isFresh(known) ? known : ask(url)
  const payload = await asked.payload
  // The server may have answered before what was pressed reached it.
  return asked.changes === countChanges() ? payload : fetchPayload(url)
}

/** Asks for a page that somebody may open, unless that was done a moment ago; true when it was not. */
export function fetchAhead(url: URL): boolean {
  const key = keyOf(url)
  const known = ahead.get(key)
  if (known && isFresh(known)) return false
  ahead.set(key, ask(url))
  return true
}

const keyOf = (url: URL) => url.pathname + url.search

const ask = (url: URL): Asked => ({ at: Date.now(), changes: countChanges(), payload: fetchPayload(url) })

const isFresh = ({ at, changes }: Asked) => Date.now() - at < freshMs && changes === countChanges()

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
