import type { Bootstrap } from '#shared/bootstrap.ts'
import type { Messages } from '#shared/i18n/messages.ts'

/** Reads the data that the server rendered this document with. */
export function readBootstrap(): Bootstrap {
  return JSON.parse(document.getElementById('bootstrap')?.textContent ?? 'null') as Bootstrap
}

/** Reads the first page's messages from its document: its text is mostly theirs, so they cost little there. */
export function readDocumentMessages(): Messages {
  return JSON.parse(document.getElementById('messages')?.textContent || '{}') as Messages
}
