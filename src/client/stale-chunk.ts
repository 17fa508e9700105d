const guardKey = 'chunk-reload'
/** Spec §8, §9: one reload, guarded by a 10-second window in session storage. */
const guardMs = 10_000

/** A chunk that cannot be loaded is mostly one of an earlier deployment: load the page anew, once. */
export function reloadOnStaleChunk(): void {
  addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(guardKey) ?? 0)
    if (Date.now() - last < guardMs) return
    event.preventDefault()
    sessionStorage.setItem(guardKey, String(Date.now()))
    location.reload()
  })
}
