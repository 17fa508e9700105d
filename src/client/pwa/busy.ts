import { openOutboxStore } from '../realtime/outbox/outbox-store.ts'

const fields = 'input:not([type=checkbox], [type=radio], [type=search])'

/** Returns true while somebody writes here, a dialog is open, or a message is on its way. */
export async function isBusy(memberId: string): Promise<boolean> {
  const active = document.activeElement
  const isTyping = active instanceof HTMLInputElement && active.matches(fields) && active.value !== ''
  const isWritten = [...document.querySelectorAll('textarea')].some(({ value }) => value !== '')
  if (isTyping || isWritten || document.querySelector('dialog[open]')) return true
  const store = openOutboxStore(memberId)
  try {
    return (await store.list()).length > 0
  } catch {
    return false // Without storage there is no outbox to lose.
  } finally {
    store.close()
  }
}
