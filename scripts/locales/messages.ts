import { readdirSync, readFileSync } from 'node:fs'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import type { MessageTree } from '#shared/i18n/messages.ts'

export const namespaces = readdirSync('locales/en').map((file) => file.replace('.json', ''))

export const readTree = (code: LocaleCode, namespace: string) =>
  JSON.parse(readFileSync(`locales/${code}/${namespace}.json`, 'utf8')) as MessageTree

const pluralCategories = new Set(['zero', 'one', 'two', 'few', 'many', 'other'])

/** A group may have a key `other` of its own; a plural has plural categories only. */
const isPlural = (tree: MessageTree) =>
  typeof tree['other'] === 'string' && Object.keys(tree).every((key) => pluralCategories.has(key))

/** A message, or the forms of a plural by their categories. */
type Message = { key: string; texts: string[]; forms: string[] | null }

/** Every message of a file in its order; a plural counts once, under the path of its forms. */
export function listMessages(tree: MessageTree, path = ''): Message[] {
  return Object.entries(tree).flatMap(([name, value]): Message[] => {
    const key = path ? `${path}.${name}` : name
    if (typeof value === 'string') return [{ key, texts: [value], forms: null }]
    if (!isPlural(value)) return listMessages(value, key)
    return [{ key, texts: Object.values(value) as string[], forms: Object.keys(value) }]
  })
}

export type Texts = ReadonlyMap<string, readonly string[]>

/** All texts of a locale by `namespace.key`. */
export function readTexts(code: LocaleCode): Texts {
  const messages = namespaces.flatMap((namespace) => listMessages(readTree(code, namespace), namespace))
  return new Map(messages.map(({ key, texts }) => [key, texts]))
}

export const placeholdersOf = (text: string) => [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((match) => match[1])
