import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { brand } from '#shared/brand.ts'
import { birthDateMask, birthDateOrder, writeBirthDate } from '#shared/birth-date.ts'
import { getLocale, locales, type LocaleCode } from '#shared/i18n/locales.ts'
import { listMessages, namespaces, placeholdersOf, readTree } from '../scripts/locales/messages.ts'

const messagesOf = (code: LocaleCode, namespace: string) =>
  new Map(listMessages(readTree(code, namespace)).map(({ key, texts }) => [key, texts]))

/** A language may leave the name out where it greets without one. */
const mayBeNameless = (key: string) => /^emails\..*title$/.test(key)

/** Our own name is filled in everywhere, so each language decides where to use it; an email's subject always does. */
const mayNameUs = (key: string) => !/^emails\..*subject/.test(key)

/** Names, and words that the language writes as English does, ignoring capitals. */
const names = 'google facebook push premium boost boosts meta lena'
const sameWords: Partial<Record<LocaleCode, string>> = {
  cs: 'blog blond boost chat e-mail gay premium queer sport turban undercut',
  de: 'beige blog blond bob boost boosts camping chat code dates hindi liberal like likes matches meditation mint neutral orange passkey passkeys podcasts pop-up premium queer religion rose sand sikh sport status system turban undercut yoga',
  es: 'asexual beige bisexual blog de gay like likes matches neutral no pansexual premium queer subtotal yoga',
  fr: 'art beige blog blond boost boosts camping code conversations de distance e-mail expression football gay hijab like likes messages moustache notifications options orange orientation pages photo photos podcasts portrait premium queer religion rose science sport total turban undercut yoga',
  pl: 'blog blond bob boost e-mail premium queer sport surfing turban undercut',
  pt: 'blog bob cinema e-mail gay hijab matches pansexual podcasts premium queer subtotal',
  ro: 'blog blond bob boost calm camping e-mail gay hijab like premium public queer sport subtotal turban undercut yoga',
  tr: 'blog hindu liberal non-binary premium queer yoga',
}

/** The words of a message that equals the English one, without those that the language shares. */
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
    const own = messagesOf(code, namespace)
    expect([...own.keys()].sort()).toEqual([...messagesOf('en', namespace).keys()].sort())
    expect([...own].filter(([, texts]) => texts.some((text) => text.trim() === '')).map(([name]) => name)).toEqual([])
  })

  test.each(namespaces)('have the placeholders of the English ones in %s', (namespace) => {
    const english = messagesOf('en', namespace)
    for (const [name, texts] of messagesOf(code, namespace)) {
      const key = `${namespace}.${name}`
      const expected = new Set(placeholdersOf(english.get(name)?.at(-1) ?? ''))
      if (mayNameUs(key) && texts.some((text) => text.includes('{{brand}}'))) expected.add('brand')
      // A form for exactly one may leave the number out; no form may add a placeholder of its own.
      for (const text of texts) expect([...expected], key).toEqual(expect.arrayContaining(placeholdersOf(text)))
      const own = new Set(placeholdersOf(texts.at(-1) ?? ''))
      if (mayBeNameless(key) && expected.has('name')) own.add('name')
      if (mayNameUs(key) && expected.has('brand')) own.add('brand')
      expect([...own].sort(), key).toEqual([...expected].sort())
    }
  })

  test.each(namespaces)('leave our own name to a placeholder in %s', (namespace) => {
    const named = [...messagesOf(code, namespace)].filter(([, texts]) =>
      texts.some((text) => text.toLowerCase().includes(brand.name.toLowerCase())),
    )
    expect(named.map(([name]) => name)).toEqual([])
  })

  test.each(namespaces)('leave our tagline to a placeholder in %s', (namespace) => {
    const tagline = messagesOf(code, 'common').get('brand.tagline')?.[0]?.toLowerCase() ?? ''
    expect(tagline).not.toBe('')
    const repeated = [...messagesOf(code, namespace)].filter(([, texts]) =>
      texts.some((text) => text.toLowerCase().includes(tagline)),
    )
    expect(repeated.map(([name]) => name)).toEqual(namespace === 'common' ? ['brand.tagline'] : [])
  })

  test.each(namespaces)('have exactly the plural forms of the language in %s', (namespace) => {
    const categories = [...new Intl.PluralRules(getLocale(code).lang).resolvedOptions().pluralCategories].sort()
    for (const { key, forms } of listMessages(readTree(code, namespace))) {
      if (forms) expect([...forms].sort(), `${namespace}.${key}`).toEqual(categories)
    }
  })
})

describe.each(locales.map((locale) => locale.code))('the date of birth in %s', (code: LocaleCode) => {
  const texts = (namespace: string) => messagesOf(code, namespace)
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
    const english = messagesOf('en', namespace)
    const same = [...messagesOf(code, namespace)].filter(([name, texts]) =>
      texts.some((text) => english.get(name)?.includes(text) && foreignWords(code, text).length > 0),
    )
    expect(same).toEqual([])
  })
})
