import { describe, expect, test } from 'vitest'
import { citySeeds } from '#features/location/server/cities.ts'
import { describeBand } from '#features/location/contract.ts'
import { toTimeZones } from '#features/settings/server/time-zones.ts'
import { birthDateMask, writeBirthDate } from '#shared/birth-date.ts'
import { currencies } from '#shared/currency.ts'
import { formatMoney } from '#shared/i18n/format-money.ts'
import { localeNames } from '#shared/i18n/locale-names.ts'
import { locales } from '#shared/i18n/locales.ts'
import type { MessageKey } from '#shared/i18n/messages.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { typeset } from '#shared/i18n/typeset.ts'
import { listMessages, namespaces, placeholdersOf, readTree } from '../scripts/locales/messages.ts'
import { textsOf } from './support/browser/texts.ts'

const minute = 60_000
const now = Date.UTC(2026, 10, 20, 17, 0)

const justNow = {
  en: 'just now',
  'en-us': 'just now',
  uk: 'щойно',
  pl: 'przed chwilą',
  tr: 'az önce',
  es: 'hace un momento',
  pt: 'há instantes',
  ro: 'chiar acum',
  cs: 'před chvilkou',
  de: 'gerade eben',
  fr: 'à l’instant',
}

describe.each(locales.map(({ code }) => code))('how long ago something was, in %s', (code) => {
  const { ago } = textsOf(code).format

  test('is ‘just now’ for half a minute, and for a clock that is a little ahead', () => {
    for (const past of [0, minute / 2, -minute]) expect(ago(now - past, now)).toBe(justNow[code])
  })

  test('is counted from one minute on', () => {
    expect(ago(now - minute, now)).toMatch(/1/)
    expect(ago(now - 5 * minute, now)).toMatch(/5/)
    expect(ago(now - 3 * 60 * minute, now)).toMatch(/3/)
  })
})

/** Each language's own spelling. That every list has a name in every language proves nothing about the names. */
const capitals: Record<string, string> = {
  London: 'London London Лондон Londyn Londra Londres Londres Londra Londýn London Londres',
  Kyiv: 'Kyiv Kyiv Київ Kijów Kıyiv Kyiv Kiev Kiev Kyjev Kyjiw Kyiv',
  Warsaw: 'Warsaw Warsaw Варшава Warszawa Varşova Varsovia Varsóvia Varșovia Varšava Warschau Varsovie',
  Lisbon: 'Lisbon Lisbon Лісабон Lizbona Lizbon Lisboa Lisboa Lisabona Lisabon Lissabon Lisbonne',
  Bucharest: 'Bucharest Bucharest Бухарест Bukareszt Bükreş Bucarest Bucareste București Bukurešť Bukarest Bucarest',
  Prague: 'Prague Prague Прага Praga Prag Praga Praga Praga Praha Prag Prague',
  Paris: 'Paris Paris Париж Paryż Paris París Paris Paris Paříž Paris Paris',
}
const order = ['en', 'en-us', 'uk', 'pl', 'tr', 'es', 'pt', 'ro', 'cs', 'de', 'fr']
/** Characters of one script, with the marks that may stand between and after them. */
const written = (script: 'Cyrillic' | 'Latin') => new RegExp(`^[\\p{Script=${script}}\\p{M}’'.,&() -]+$`, 'u')

describe.each(locales)('places in $code', (locale) => {
  const { code } = locale
  const script = code === 'uk' ? 'Cyrillic' : 'Latin'
  const nameOf = (names: (typeof citySeeds)[number]['names']) => names[code] ?? names.en

  test('every city is written in the script of the language, capitals by their name in it', () => {
    expect(citySeeds.filter(({ names }) => !written(script).test(nameOf(names))).map(({ slug }) => slug)).toEqual([])
    const found = citySeeds.filter(({ names }) => names.en in capitals).map(({ names }) => [names.en, nameOf(names)])
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(Object.entries(capitals).map(([city, names]) => [city, names.split(' ')[order.indexOf(code)]])),
    )
  })

  test('the time zone of every city is named after a city in words, and so is every zone to choose from', async () => {
    const { options } = await toTimeZones('Europe/London', 'UTC', locale)
    const labels = options.filter(({ value }) => value !== 'UTC').map(({ label }) => label)
    expect(labels.length).toBeGreaterThan(350)
    expect(labels.filter((label) => !written(script).test(label) || /[/_]/.test(label))).toEqual([])
    for (const { slug, timeZone, names } of citySeeds) {
      const { name } = await toTimeZones(timeZone, 'UTC', locale)
      expect(labels, slug).toContain(name)
      if (timeZone.endsWith(`/${names.en.replace(' ', '_')}`)) expect(name).toBe(nameOf(names))
    }
  })
})

test('distances are in miles for both kinds of English, and in kilometres for everybody else', () => {
  const inMiles = locales.filter(({ code }) => describeBand(textsOf(code), 25).includes('15')).map(({ code }) => code)
  expect(inMiles).toEqual(['en', 'en-us'])
  for (const { code } of locales.filter(({ code: other }) => !inMiles.includes(other))) {
    expect(describeBand(textsOf(code), 25), code).toMatch(/25\s(?:km|км)/u)
  }
})

test('a date of birth is written with dots where the language writes dates so', () => {
  const dotted = ['uk', 'pl', 'tr', 'ro', 'cs', 'de']
  for (const { code } of locales) {
    expect(birthDateMask(code), code).toBe(dotted.includes(code) ? '##.##.####' : '##/##/####')
    expect(writeBirthDate('1992-05-24', code), code).toBe(
      dotted.includes(code) ? '24.05.1992' : code === 'en-us' ? '05/24/1992' : '24/05/1992',
    )
  }
})

describe.each(locales.map(({ code }) => code))('sentences with a date or a time in %s', (code) => {
  const trees = Object.fromEntries(namespaces.map((namespace) => [namespace, typeset(code, readTree(code, namespace))]))
  const { t, format } = createTranslator(code, trees, { timeZone: 'Europe/Kyiv' })
  const keys = namespaces.flatMap((namespace) =>
    listMessages(readTree(code, namespace), namespace).flatMap(({ key, texts, forms }) =>
      texts.flatMap((text, index) => {
        const names = placeholdersOf(text).filter((name) => name !== undefined)
        return names.length > 0 ? [{ key: forms ? `${key}.${forms[index] ?? ''}` : key, names }] : []
      }),
    ),
  )
  const written = (value: string) =>
    keys.map(({ key, names }) => t(key as MessageKey, Object.fromEntries(names.map((name) => [name, value]))))

  test('have one full stop where the value ends in one', () => {
    const monthAgo = now - 30 * 24 * 60 * minute
    const values = [format.date(now), format.date('2026-12-05'), format.moment(monthAgo, now), format.day(monthAgo, now), 'J.']
    for (const value of values) expect(written(value).filter((text) => /\.\s?\./u.test(text))).toEqual([])
    expect(written('J.').filter((text) => text.includes('J.')).length).toBeGreaterThan(200)
  })

  test('keep the full stop that a value does not have', () => {
    expect(written('J').filter((text) => text.includes('J.')).length).toBeGreaterThan(20)
  })
})

/** Words before a time that are others before another hour: a la 1:05, à 1:05, об 11:05, ve 20:00. */
const wordsOfAnHour = [
  ['es', /\blas? \{\{(?:times?|from|until)\}\}/u],
  ['pt', /(?<!\p{L})(?:às|à|das?) \{\{(?:times?|from|until)\}\}/u],
  ['uk', /(?<!\p{L})об? \{\{(?:times?|from|until)\}\}/u],
  ['cs', /(?<!\p{L})ve? \{\{(?:times?|from|until)\}\}/u],
] as const

test.each(wordsOfAnHour)('a time in %s fits into its sentence at every hour', (code, word) => {
  const texts = namespaces.flatMap((namespace) =>
    listMessages(readTree(code, namespace), namespace).flatMap(({ texts: forms }) => forms),
  )
  expect(texts.filter((text) => word.test(text))).toEqual([])
  expect(texts.filter((text) => text.includes('{{time}}')).length).toBeGreaterThan(10)
})

const signs = {
  GBP: '£',
  USD: '$',
  EUR: '€',
  UAH: /₴|грн/,
  PLN: 'zł',
  TRY: '₺',
  RON: 'lei',
  CZK: 'Kč',
  BRL: 'R$',
} as const

test('prices in a language’s own currency have the sign that its readers know, not the code', () => {
  for (const locale of locales) {
    const currency = currencies.find((each) => each === localeNames[locale.code].currency)
    expect(currency && formatMoney(locale, 1290, currency), locale.code).toMatch(currency ? signs[currency] : /^$/)
  }
})

test('prices in another currency are told apart', () => {
  for (const locale of locales) {
    const written = currencies.map((currency) => formatMoney(locale, 1290, currency))
    expect(new Set(written).size, written.join()).toBe(currencies.length)
  }
})
