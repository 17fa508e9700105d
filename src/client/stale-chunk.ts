import { isReachable, sayOffline } from './offline.ts'

const guardKey = 'chunk-reload'
/** Spec §8, §9: one reload, guarded by a 10-second window in session storage. */
const guardMs = 10_000

let quiet = 0

/** A chunk that cannot be loaded is mostly one of an earlier deployment: load the page anew, once. Offline that would lose it. */
export function reloadOnStaleChunk(): void {
  addEventListener('vite:preloadError', async () => {
    if (quiet > 0) return
    if (!(await isReachable())) return sayOffline()
    const last = Number(sessionStorage.getItem(guardKey) ?? 0)
    if (Date.now() - last < guardMs) return
    sessionStorage.setItem(guardKey, String(Date.now()))
    location.reload()
  })
}

/** Fetches code that nobody has asked for yet, one after the other; what cannot be had is left for later. */
export async function fetchQuietly(loads: Iterable<() => Promise<unknown>>): Promise<void> {
  quiet += 1
  for (const load of loads) await load().catch(() => {})
  quiet -= 1
}
