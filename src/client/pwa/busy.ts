import { openOutboxStore } from '../realtime/outbox/outbox-store.ts'

const fields = 'textarea, input:not([type=hidden], [type=checkbox], [type=radio], [type=search])'
type Field = HTMLInputElement | HTMLTextAreaElement

/** Fields that somebody has typed in since the page came. */
const touched = new WeakSet<EventTarget>()

/** Notes who is typed in: what a form was filled with by the server is no work to lose. */
export function watchTyping(signal: AbortSignal): void {
  addEventListener('input', ({ target }) => target && touched.add(target), { signal, capture: true })
}

/** Returns true while somebody writes here, a dialog is open, or a message is on its way. */
export async function isBusy(memberId: string, isTypedIn = isPageTypedIn): Promise<boolean> {
  if (isTypedIn()) return true
  const store = openOutboxStore(memberId)
  try {
    // What was refused goes nowhere until its writer sends it again; it waits through a reload, too.
    return (await store.list()).some(({ isRefused }) => !isRefused)
  } catch {
    return false // Without storage there is no outbox to lose.
  } finally {
    store.close()
  }
}

function isPageTypedIn(): boolean {
  const isOpen = document.querySelector('dialog[open]') !== null
  return isOpen || [...document.querySelectorAll<Field>(fields)].some(isFieldTypedIn)
}

/** Also by the difference to what the document said, because the script may have come after the first characters. */
function isFieldTypedIn(field: Field): boolean {
  const { value, defaultValue } = field
  return value !== '' && (field === document.activeElement || touched.has(field) || value !== defaultValue)
}
