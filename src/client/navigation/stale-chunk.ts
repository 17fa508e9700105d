import { tabStore } from '#ui/browser/stores.ts'
import { reachServer, sayOffline } from '../offline.ts'

const guardKey = 'chunk-reload'
/** Spec §8, §9: one reload, guarded by a 10-second window in session storage. */
const guardMs = 10_000

/** Imports in flight that the page can do without. */
let optional = 0

/**
 * A chunk that fails to load mostly belongs to an earlier deployment: reloads the page, once. Offline that would lose the page.
 * `isAtWork`: a new document would lose what somebody typed.
 */
export function reloadOnStaleChunk(isAtWork: () => boolean = () => false): void {
  const reload = () => {
    // Somebody may have started typing during the request.
    if (isAtWork()) return
    const last = Number(tabStore.read(guardKey) ?? 0)
    if (Date.now() - last < guardMs) return
    // Without the guard it would reload endlessly.
    if (tabStore.write(guardKey, String(Date.now()))) location.reload()
  }
  addEventListener('vite:preloadError', () => optional || isAtWork() || void reachServer().then(reload, sayOffline))
}

/** Imports what the page can do without: if that fails, nothing is shown and nothing reloads. */
export function withoutReload<T>(load: () => Promise<T>): Promise<T> {
  optional++
  return load().finally(() => optional--)
}
