import type { LocaleCode } from '#shared/i18n/locales.ts'
import type { Messages, MessageTree, Namespace } from '#shared/i18n/messages.ts'
import { readDocumentMessages } from './document-data.ts'

/** Namespaces of this document's language that are already loaded. */
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
  const folder = build === 'development' ? '/locales' : `/locales/${build}`
  const response = await fetch(`${folder}/${code}/${namespace}.json`)
  if (!response.ok) throw new Error(`answered ${response.status}`)
  return (await response.json()) as MessageTree
}
