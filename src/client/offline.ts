import { findNavigation } from '#ui/browser/navigate.ts'

/** Info of a navigation that only restores the URL of the shown page. */
export const stayHere = 'stay'

const shownMs = 6000
let timer: ReturnType<typeof setTimeout>
let isLasting = false

/** Shows at the bottom of the page that the server cannot be reached, without fetching anything for it. */
export function sayOffline(): void {
  const note = document.querySelector('.offline') ?? document.body.appendChild(document.createElement('output'))
  note.className = 'offline'
  note.textContent = document.documentElement.dataset['offline'] ?? ''
  clearTimeout(timer)
  timer = setTimeout(endNote, shownMs)
}

function endNote(): void {
  if (navigator.onLine || !isLasting) document.querySelector('.offline')?.remove()
}

/** For pages without a banner of their own: shows the note while the browser is offline. */
export function sayWhileOffline(): void {
  isLasting = true
  addEventListener('offline', sayOffline)
  addEventListener('online', endNote)
  if (!navigator.onLine) sayOffline()
}

/** Rejects without an answer: browsers report themselves online even in a tunnel. */
export const reachServer = () => fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' })

/**
 * Without a connection, refuses every navigation that would need it: links, plain forms and the way back. The page on screen
 * still works. `data-readable` names the page that the service worker has copies of. Called before anything else listens to
 * navigations.
 */
export function stayWhileOffline(): void {
  findNavigation()?.addEventListener('navigate', (event) => {
    const { cancelable, destination, downloadRequest, hashChange, info, navigationType } = event
    const { dataset } = document.documentElement
    const isHere = hashChange || downloadRequest !== null || navigationType === 'reload' || info === stayHere
    if (navigator.onLine || isHere || !cancelable || new URL(destination.url).pathname === dataset['readable']) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (event.userInitiated || navigator.userActivation?.isActive) sayOffline()
  })
}
