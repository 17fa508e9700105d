import type { LocaleCode } from './locales.ts'
import type { MessageTree, Namespace } from './messages.ts'

/**
 * Packs all messages of a locale into one text, one line per namespace: its name, a space, its JSON. The worker's build stores
 * such texts as data. As modules, every isolate would compile each file of eleven languages at startup.
 */
export function packMessages(files: Readonly<Record<string, MessageTree>>): string {
  return Object.entries(files)
    .map(([namespace, messages]) => `${namespace} ${JSON.stringify(messages)}`)
    .join('\n')
}

export type MessageReader = (code: LocaleCode, namespace: Namespace) => Promise<MessageTree>

/** Reads packed messages. A locale is decoded, and a namespace parsed, on first use; both are cached. */
export function createMessageReader(packed: Readonly<Record<string, ArrayBuffer>>): MessageReader {
  const texts = new Map<LocaleCode, Map<string, string>>()
  const trees = new Map<string, MessageTree>()

  function linesOf(code: LocaleCode): Map<string, string> {
    const known = texts.get(code)
    if (known) return known
    const data = packed[code]
    const lines = data ? new TextDecoder().decode(data).split('\n') : []
    const byNamespace = new Map(lines.map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]))
    texts.set(code, byNamespace)
    return byNamespace
  }

  return async function readMessages(code, namespace) {
    const key = `${code}/${namespace}`
    const known = trees.get(key)
    if (known) return known
    const text = linesOf(code).get(namespace)
    if (text === undefined) throw new Error('no such file')
    const tree: MessageTree = JSON.parse(text)
    trees.set(key, tree)
    return tree
  }
}
