import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { birthDateMask, birthDateOrder, writeBirthDate } from '#shared/birth-date.ts'
import { getLocale, locales, type LocaleCode } from '#shared/i18n/locales.ts'

type Tree = { [key: string]: string | Tree }

const namespaces = readdirSync('locales/en').map((file) => file.replace('.json', ''))
const read = (code: string, namespace: string) => JSON.parse(readFileSync(`locales/${code}/${namespace}.json`, 'utf8')) as Tree

const pluralCategories = new Set(['zero', 'one', 'two', 'few', 'many', 'other'])

/** A group may have a key `other` of its own; a plural has nothing but the forms of one. */
const isPlural = (tree: Tree) => typeof tree['other'] === 'string' && Object.keys(tree).every((key) => pluralCategories.has(key))

/** Every message's path and text; the forms of a plural together under the path of the plural. */
function messagesOf(tree: Tree, path = ''): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [key, value] of Object.entries(tree)) {
    const name = path ? `${path}.${key}` : key
    if (typeof value === 'string') found.set(name, [value])
    else if (isPlural(value)) found.set(`${name}#`, Object.values(value) as string[])
    else for (const [inner, texts] of messagesOf(value, name)) found.set(inner, texts)
  }
  return found
}

function pluralsOf(tree: Tree, path = ''): [string, string[]][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string[]][] => {
    if (typeof value === 'string') return []
    const name = path ? `${path}.${key}` : key
    return isPlural(value) ? [[name, Object.keys(value).sort()]] : pluralsOf(value, name)
  })
}

const placeholders = (text: string) => [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((match) => match[1]).sort()

/** Names, and the words that a language writes as English does, without regard to capitals. */
const names = 'google facebook'
const sameWords: Partial<Record<LocaleCode, string>> = {
  cs: 'e-mail gay queer',
  de: 'camping hindi liberal likes matches meditation neutral podcasts queer religion sikh system yoga',
  es: 'asexual bisexual gay matches neutral pansexual queer yoga',
  fr: 'art camping conversations distance e-mail football gay likes messages notifications orientation pages photo photos podcasts portrait queer religion science yoga',
  pl: 'e-mail queer surfing',
  pt: 'cinema e-mail gay matches pansexual podcasts queer',
  ro: 'camping e-mail gay public queer yoga',
  tr: 'hindu liberal non-binary queer yoga',
}

/** The words of a message that is the English one, without those that the language shares. */
function foreignWords(code: LocaleCode, text: string): string[] {
  const known = new Set(`${names} ${sameWords[code] ?? ''}`.split(' '))
  const words =
    text
      .replace(/\{\{.*?\}\}/g, '')
      .toLowerCase()
      .match(/\p{L}[\p{L}-]+/gu) ?? []
  return words.filter((word) => !known.has(word))
}

describe.each(locales.map((locale) => locale.code))('the messages in %s', (code: LocaleCode) => {
  test('are in the same files as the English ones', () => {
    expect(readdirSync(`locales/${code}`).sort()).toEqual(readdirSync('locales/en').sort())
  })

  test.each(namespaces)('have the keys of the English ones in %s, none empty', (namespace) => {
    const own = messagesOf(read(code, namespace))
    expect([...own.keys()].sort()).toEqual([...messagesOf(read('en', namespace)).keys()].sort())
    expect([...own].filter(([, texts]) => texts.some((text) => text.trim() === '')).map(([name]) => name)).toEqual([])
  })

  test.each(namespaces)('have the placeholders of the English ones in %s', (namespace) => {
    const english = messagesOf(read('en', namespace))
    for (const [name, texts] of messagesOf(read(code, namespace))) {
      const expected = placeholders(english.get(name)?.at(-1) ?? '')
      // A form for exactly one may leave the number out; no form may bring a placeholder of its own.
      for (const text of texts) expect(expected, `${namespace}.${name}`).toEqual(expect.arrayContaining(placeholders(text)))
      expect(placeholders(texts.at(-1) ?? ''), `${namespace}.${name}`).toEqual(expected)
    }
  })

  test.each(namespaces)('have exactly the plural forms of the language in %s', (namespace) => {
    const categories = [...new Intl.PluralRules(getLocale(code).lang).resolvedOptions().pluralCategories].sort()
    for (const [name, forms] of pluralsOf(read(code, namespace))) expect(forms, `${namespace}.${name}`).toEqual(categories)
  })
})

describe.each(locales.map((locale) => locale.code))('the date of birth in %s', (code: LocaleCode) => {
  const texts = (namespace: string) => messagesOf(read(code, namespace))
  const example = writeBirthDate('1992-05-24', code)
  const order = birthDateOrder(code)

  test('is asked for in the order and with the separators of its mask', () => {
    const [auth, profile] = [texts('auth'), texts('profile')]
    const placeholder = auth.get(`signUp.birthDateMask.${order}`)?.[0]
    expect(placeholder?.replaceAll(/\p{L}/gu, '#')).toBe(birthDateMask(code))
    expect(auth.get(order === 'mdy' ? 'signUp.birthDateHintMdy' : 'signUp.birthDateHintDmy')?.[0]).toContain(example)
    expect(profile.get('settings.basics.birthDateHint')?.[0]).toContain(example)
  })
})

const others = locales.map((locale) => locale.code).filter((code) => !getLocale(code).lang.startsWith('en'))

describe.each(others)('the messages in %s', (code) => {
  test.each(namespaces)('are translated in %s', (namespace) => {
    const english = messagesOf(read('en', namespace))
    const same = [...messagesOf(read(code, namespace))].filter(([name, texts]) =>
      texts.some((text) => english.get(name)?.includes(text) && foreignWords(code, text).length > 0),
    )
    expect(same).toEqual([])
  })
})
