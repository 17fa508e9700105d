import type { Bootstrap } from '#shared/bootstrap.ts'
import type { Messages } from '#shared/i18n/messages.ts'

/** Reads the data with which the server rendered this document. */
export function readBootstrap(): Bootstrap {
  return JSON.parse(document.getElementById('bootstrap')?.textContent ?? 'null') as Bootstrap
}

/** Reads the messages of a form's document. They make up most of its text already, so they compress well there. A member's has none. */
export function readDocumentMessages(): Messages {
  return JSON.parse(document.getElementById('messages')?.textContent || '{}') as Messages
}
