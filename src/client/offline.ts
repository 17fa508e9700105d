/** Dispatched on the window when what was asked for needs a connection, and there is none. */
export const offlineEvent = 'kismet:offline'

/** Info of a navigation that only puts the address of the shown page back. */
export const stayHere = 'stay'

/** Saying it may need a file that is not there either: that is no reason to say it again. */
const quietMs = 3000
let saidAt = -quietMs

export function sayOffline(): void {
  if (performance.now() - saidAt < quietMs) return
  saidAt = performance.now()
  dispatchEvent(new Event(offlineEvent))
}

/** Browsers call themselves online in a tunnel, too; only an answer of any kind tells. */
export async function isReachable(): Promise<boolean> {
  if (!navigator.onLine) return false
  return fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )
}

/**
 * Without a connection nothing leads away from a page that works: no link, no plain form and no way back that would have to
 * be fetched. Called before anything else listens to navigations.
 */
export function stayWhileOffline(): void {
  window.navigation?.addEventListener('navigate', (event) => {
    if (navigator.onLine || !event.cancelable || event.info === stayHere || isHere(event)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (event.userInitiated || navigator.userActivation.isActive) sayOffline()
  })
}

/** Needs nothing from the server: a fragment, an address that a script sets, a file that is here. Or is meant: a reload. */
function isHere({ hashChange, downloadRequest, navigationType, destination }: NavigateEvent): boolean {
  if (hashChange || downloadRequest !== null || navigationType === 'reload') return true
  return destination.sameDocument && navigationType !== 'traverse'
}
