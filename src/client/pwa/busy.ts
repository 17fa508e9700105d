import { openOutboxStore } from '../realtime/outbox/outbox-store.ts'

const fields = 'textarea, input:not([type=hidden], [type=checkbox], [type=radio], [type=search])'
type Field = HTMLInputElement | HTMLTextAreaElement

/** Fields that somebody has typed in since the page loaded. */
const touched = new WeakSet<EventTarget>()

/** Records fields that somebody types in: values that the server filled in are no work to lose. */
export function watchTyping(signal: AbortSignal): void {
  addEventListener('input', ({ target }) => target && touched.add(target), { signal, capture: true })
}

/** Returns true while somebody is writing here, a dialog is open, or a message is being sent. */
export async function isBusy(memberId: string, isTypedIn = isPageTypedIn): Promise<boolean> {
  if (isTypedIn()) return true
  const store = openOutboxStore(memberId)
  try {
    // A refused message is not sent again until its writer does so; it survives a reload, too.
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

/** Also compares with the document's initial values, because the script may load after the first characters. */
export function isFieldTypedIn(field: Field): boolean {
  const { value, defaultValue } = field
  return value !== '' && (field === document.activeElement || touched.has(field) || value !== defaultValue)
}
