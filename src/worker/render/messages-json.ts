import { loadMessages } from '#shared/i18n/load.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import type { Namespace } from '#shared/i18n/messages.ts'
import { escapeJson } from '#shared/react/deferred.tsx'

/** One text per locale and set of namespaces: as many as there are pages in eleven languages. */
const texts = new Map<string, string>()

/** A page's messages as JSON for its document, serialised once per isolate because all visitors share them. */
export async function messagesJson(code: LocaleCode, namespaces: readonly Namespace[]): Promise<string> {
  const key = `${code}:${namespaces.join()}`
  const known = texts.get(key)
  if (known !== undefined) return known
  const text = escapeJson(await loadMessages(code, namespaces))
  texts.set(key, text)
  return text
}
