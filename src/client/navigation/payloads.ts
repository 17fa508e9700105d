import type { PageData } from '#shared/bootstrap.ts'
import { changesAnswered, countChanges } from '#shared/changes.ts'
import type { DeferredValues } from '#shared/react/deferred.tsx'

export type Payload = { build: string } & ({ redirect: string } | { data: PageData; deferred: DeferredValues })

/** Null if the server could not answer with one, `offline` if it could not be reached. */
type Answer = Payload | 'offline' | null

type Asked = { at: number; changes: number; payload: Promise<Answer> }

/** A prefetched payload stays fresh for this time, if nothing changes. */
const freshMs = 10_000
const ahead = new Map<string, Asked>()

/** The longest that a page waits for actions: a hanging one must not hold up everything. */
const patienceMs = 5_000

/**
 * Returns the payload of a page, from a prefetch if there is a fresh one. It includes the effect of actions in flight: whoever
 * adds to the cart and opens it at once must not see it empty.
 */
export async function takePayload(url: URL): Promise<Answer> {
  const key = keyOf(url)
  const known = ahead.get(key)
  ahead.delete(key)
  const asked = known && isFresh(known) ? known : ask(url)
  const [payload] = await Promise.all([asked.payload, untilAnswered()])
  // The server may have answered before an action reached it, or was unreachable then.
  return payload !== 'offline' && asked.changes === countChanges() ? payload : fetchPayload(url)
}

/** Prefetches a page that somebody may open, unless that was done a moment ago; true when it fetches. */
export function fetchAhead(url: URL): boolean {
  const key = keyOf(url)
  const known = ahead.get(key)
  if (known && isFresh(known)) return false
  ahead.set(key, ask(url))
  return true
}

async function untilAnswered(): Promise<void> {
  const { promise: patience, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, patienceMs)
  await Promise.race([changesAnswered(), patience])
  clearTimeout(timer)
}

const keyOf = (url: URL) => url.pathname + url.search

const ask = (url: URL): Asked => ({ at: Date.now(), changes: countChanges(), payload: fetchPayload(url) })

const isFresh = ({ at, changes }: Asked) => Date.now() - at < freshMs && changes === countChanges()

/** The page is missing or closed: its payload is the page shown instead. Other answers have none. */
const standIns: ReadonlySet<number> = new Set([404, 503])

const isPayload = (body: unknown): body is Payload => typeof body === 'object' && body !== null && 'build' in body

async function fetchPayload(url: URL): Promise<Answer> {
  const path = url.pathname === '/' ? '' : url.pathname
  const address = `${path}/_payload.json${url.search}`
  const response = await fetch(address, { headers: { Accept: 'application/json' } }).catch(() => null)
  if (response === null) return 'offline'
  try {
    if (!response.ok && !standIns.has(response.status)) return null
    const body: unknown = await response.json()
    return isPayload(body) ? body : null
  } catch {
    return null // Interrupted, or no JSON: the document gives more detail.
  }
}
