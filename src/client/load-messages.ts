import type { LocaleCode } from '#shared/i18n/locales.ts'
import type { Messages, MessageTree, Namespace } from '#shared/i18n/messages.ts'
import { messagesHref } from '#shared/routing/message-files.ts'
import { readDocumentMessages } from './document-data.ts'

/** Namespaces of this document's language that are already loaded: those of a member's first page are in the browser's cache. */
const known: Messages = readDocumentMessages()

/**
 * Loads the messages of a page for client navigation: only missing namespaces, one file each, immutable per build. A failed
 * load is logged (spec §8 'Locale load failure'); its keys then warn one by one.
 */
export async function loadMessages(build: string, code: LocaleCode, namespaces: readonly Namespace[]): Promise<Messages> {
  const messages: Messages = {}
  await Promise.all(
    namespaces.map(async (namespace) => {
      try {
        messages[namespace] = known[namespace] ??= await fetchNamespace(build, code, namespace)
      } catch (error) {
        console.error(`Locale load failure: ${code}/${namespace}`, error)
      }
    }),
  )
  return messages
}

async function fetchNamespace(build: string, code: LocaleCode, namespace: Namespace): Promise<MessageTree> {
  const response = await fetch(messagesHref(build, code, namespace))
  if (!response.ok) throw new Error(`answered ${response.status}`)
  return (await response.json()) as MessageTree
}
