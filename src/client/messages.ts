import type { LocaleCode } from '#shared/i18n/locales.ts'
import type { Messages, MessageTree, Namespace } from '#shared/i18n/messages.ts'

/** Namespaces of this document's language that are here already. */
const known = new Map<Namespace, MessageTree>()

/** The first page's messages stand in its document: its text is mostly theirs, so they cost little there. */
export function readDocumentMessages(): Messages {
  const messages = JSON.parse(document.getElementById('messages')?.textContent ?? '{}') as Messages
  for (const [namespace, tree] of Object.entries(messages) as [Namespace, MessageTree][]) known.set(namespace, tree)
  return messages
}

/**
 * Messages for a page that the client navigates to: only what is missing is fetched, a file per namespace, immutable per
 * build. A failed load is logged (spec §8 'Locale load failure'); its keys then warn one by one.
 */
export async function loadMessages(build: string, code: LocaleCode, namespaces: readonly Namespace[]): Promise<Messages> {
  const messages: Messages = {}
  await Promise.all(
    namespaces.map(async (namespace) => {
      try {
        const tree = known.get(namespace) ?? (await fetchNamespace(build, code, namespace))
        known.set(namespace, tree)
        messages[namespace] = tree
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
