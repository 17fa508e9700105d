import type { LocaleCode } from './locales.ts'
import type { Messages, MessageTree, Namespace } from './messages.ts'

/** Each file is a chunk of its own: a visitor downloads one locale's namespaces of the pages that they open. */
const files = import.meta.glob<MessageTree>('/locales/*/*.json', { import: 'default' })

/** A failed load is logged (spec §8 'Locale load failure') and leaves its namespace out; its keys then warn one by one. */
export async function loadMessages(code: LocaleCode, namespaces: readonly Namespace[]): Promise<Messages> {
  const loaded: Messages = {}
  await Promise.all(
    namespaces.map(async (namespace) => {
      try {
        const load = files[messageFile(code, namespace)]
        if (!load) throw new Error('no such file')
        loaded[namespace] = await load()
      } catch (error) {
        console.error(`Locale load failure: ${code}/${namespace}`, error)
      }
    }),
  )
  return loaded
}

/** Source path of one namespace, as the client manifest names it (with the leading slash taken off). */
export function messageFile(code: LocaleCode, namespace: Namespace): string {
  return `/locales/${code}/${namespace}.json`
}
