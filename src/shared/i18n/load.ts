import { readMessages } from 'virtual:messages'
import type { LocaleCode } from './locales.ts'
import type { Messages, Namespace } from './messages.ts'

/**
 * Loads messages. A failed load is logged (spec §8 'Locale load failure') and omits its namespace; its keys then warn one by one.
 */
export async function loadMessages(code: LocaleCode, namespaces: readonly Namespace[]): Promise<Messages> {
  const loaded: Messages = {}
  await Promise.all(
    namespaces.map(async (namespace) => {
      try {
        loaded[namespace] = await readMessages(code, namespace)
      } catch (error) {
        console.error(`Locale load failure: ${code}/${namespace}`, error)
      }
    }),
  )
  return loaded
}
