import { expect, test, vi } from 'vitest'
import { brand } from '../brand.ts'
import { createFormat } from './format.ts'
import { getLocale, type LocaleCode } from './locales.ts'
import type { MessageKey, PluralKey } from './messages.ts'
import { createTranslator } from './translator.ts'

const key = (name: string) => name as MessageKey
const plural = (name: string) => name as PluralKey

function ukrainian(onMissing?: (name: string) => void) {
  return createTranslator(
    'uk',
    {
      common: {
        hello: 'Вітаю, {{name}}',
        likes: {
          one: '{{count}} вподобання',
          few: '{{count}} вподобання!',
          many: '{{count}} вподобань',
          other: '{{count}} вподобання',
        },
      },
    },
    { timeZone: 'Europe/Kyiv', ...(onMissing ? { onMissing } : {}) },
  )
}

test('values are filled in', () => {
  expect(ukrainian().t(key('common.hello'), { name: 'Олена' })).toBe('Вітаю, Олена')
})

test('a name that is written from the right does not turn the sentence around it', () => {
  const { t } = ukrainian()
  for (const name of ['שרה', 'محمد', 'ދީމާ', '𞤀𞤣𞤢𞤥', 'Anna \u202e'])
    expect(t(key('common.hello'), { name })).toBe(`Вітаю, \u2068${name}\u2069`)
  for (const name of ['Ngọc', 'Олена', '李', 'สมชาย', 'नेहा', '']) expect(t(key('common.hello'), { name })).toBe(`Вітаю, ${name}`)
})

const list = (values: string[], code: LocaleCode = 'en') => createFormat(getLocale(code), 'UTC', () => '').list(values)

test.each([
  [['שרה', 'Anna', 'דנה'], '\u2068שרה\u2069, Anna and \u2068דנה\u2069'],
  [['Anna', 'שרה'], 'Anna and \u2068שרה\u2069'],
  [['محمد', 'שרה'], '\u2068محمد\u2069 and \u2068שרה\u2069'],
  [['שרה'], '\u2068שרה\u2069'],
  [['Anna', 'Ola'], 'Anna and Ola'],
])('a list of names keeps its order in a sentence, whatever name is the first: %j', (names, written) => {
  const { t } = createTranslator('en', { common: { hello: '{{names}} like you.' } }, { timeZone: 'UTC' })
  expect(list(names)).toBe(written)
  expect(t(key('common.hello'), { names: list(names) })).toBe(`${written} like you.`)
})

test('a name between the names of a list, or two in a sentence, are set apart one by one', () => {
  const { t } = createTranslator('en', { common: { hello: '{{name}} and {{other}}: {{words}}' } }, { timeZone: 'UTC' })
  expect(t(key('common.hello'), { name: 'שרה', other: 'محمد', words: '\u2068שרה\u2069 דנה' })).toBe(
    '\u2068שרה\u2069 and \u2068محمد\u2069: \u2068\u2068שרה\u2069 דנה\u2069',
  )
  expect(list(['Anna', 'שרה'], 'pl'), 'a conjunction of one character stays with the name').toBe('Anna i\u00a0\u2068שרה\u2069')
})

test('our own name is filled in without being passed, in messages and in plural forms', () => {
  const { t, tn } = createTranslator(
    'en',
    { common: { us: '{{brand}} for {{name}}', count: { one: '{{count}} on {{brand}}', other: '{{count}} on {{brand}}' } } },
    { timeZone: 'UTC' },
  )
  expect(t(key('common.us'), { name: 'Ola' })).toBe(`${brand.name} for Ola`)
  expect(tn(plural('common.count'), 2)).toBe(`2 on ${brand.name}`)
})

test('plural forms follow the language’s rules', () => {
  const { tn } = ukrainian()
  expect(tn(plural('common.likes'), 1)).toBe('1 вподобання')
  expect(tn(plural('common.likes'), 3)).toBe('3 вподобання!')
  expect(tn(plural('common.likes'), 25)).toBe('25 вподобань')
})

test('a missing message shows its key and warns (spec §8)', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  expect(ukrainian().t(key('common.nothing'))).toBe('common.nothing')
  expect(warn).toHaveBeenCalledWith('Missing message: uk:common.nothing')
  warn.mockRestore()
})

test('two translators at once do not answer in each other’s language', () => {
  const other = createTranslator('pl', { common: { hello: 'Cześć, {{name}}' } }, { timeZone: 'UTC' })
  const first = ukrainian()
  expect(other.t(key('common.hello'), { name: 'Ola' })).toBe('Cześć, Ola')
  expect(first.t(key('common.hello'), { name: 'Оля' })).toBe('Вітаю, Оля')
})

test('dates follow locale and time zone', () => {
  const { format } = createTranslator('en-us', {}, { timeZone: 'America/New_York' })
  const noon = Date.UTC(2026, 10, 20, 17, 0)
  expect(format.time(noon)).toMatch(/12:00\sPM/)
  expect(format.date('1990-02-03')).toBe('February 3, 1990')
  expect(format.day(noon, noon)).toBe('today')
  expect(format.day(noon - 86_400_000, noon)).toBe('yesterday')
  expect(format.timer(125)).toBe('02:05')
})

test('a value that ends in a full stop ends its sentence with that one', () => {
  const { t } = createTranslator(
    'fr',
    { common: { until: 'Jusqu’au {{date}}. Ensuite, fin.', last: 'Le {{date}}.', between: 'Le {{date}}, {{time}}.' } },
    { timeZone: 'UTC' },
  )
  expect(t(key('common.until'), { date: '29 nov.' })).toBe('Jusqu’au 29 nov. Ensuite, fin.')
  expect(t(key('common.last'), { date: '5 грудня 2026\u00a0р.' })).toBe('Le 5 грудня 2026\u00a0р.')
  expect(t(key('common.last'), { date: '29. 11.' })).toBe('Le 29. 11.')
  expect(t(key('common.between'), { date: '29 nov.', time: '20:08' })).toBe('Le 29 nov., 20:08.')
  expect(t(key('common.last'), { date: '5 mai' })).toBe('Le 5 mai.')
  expect(t(key('common.last'), { date: 5 })).toBe('Le 5.')
})
