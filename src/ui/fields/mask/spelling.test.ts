import createMask from 'imask/esm/masked/factory'
import 'imask/esm/masked/pattern'
import 'imask/esm/masked/regexp'
import { describe, expect, test } from 'vitest'
import { birthDateMask, writeBirthDate } from '#shared/birth-date.ts'
import { locales, type LocaleCode } from '#shared/i18n/locales.ts'
import { cardExpirySpelling } from '#features/store/checkout/card-expiry.ts'
import { birthDateSpelling } from './birth-date-spelling.ts'
import { toMaskPattern } from './mask-tokens.ts'
import { hasTypedSeparator, spell, type Spelling } from './spelling.ts'

const shown = (mask: string | null, text: string) => {
  const masked = createMask({ ...toMaskPattern(mask), lazy: true, eager: 'append' })
  masked.resolve(text, { input: true })
  return masked.value
}

/** Types a text key by key, as `maskInput` receives it, and leaves the field. */
function typed(keys: string, mask: string, spelling?: Spelling): string {
  let value = ''
  let separates = false
  for (const key of keys) {
    const text = value + key
    separates ||= hasTypedSeparator(text)
    const spelled = spell({ text, mask, spelling, separates })
    value = shown(spelled.mask, spelled.text)
  }
  return left(value, mask, spelling)
}

/** A field that gets a whole text at once. */
function left(text: string, mask: string, spelling?: Spelling): string {
  const spelled = spell({ text, mask, spelling, isWhole: true })
  return shown(spelled.mask, spelled.text)
}

const inLocale = (way: typeof typed, text: string, locale: LocaleCode) =>
  way(text, birthDateMask(locale), birthDateSpelling(locale))

describe('a birth date, typed key by key or pasted, is the third of February', () => {
  const dayFirst = [
    '3/2/1990',
    '03/02/1990',
    '3.2.1990',
    '3. 2. 1990',
    '03.02.1990',
    '3-2-1990',
    '03-02-1990',
    '3 2 1990',
    '03 02 1990',
    '3,2,1990',
    '3/2/90',
    '3.2.90',
    '3–2–1990',
    '03021990',
    '1990-02-03',
    '1990/02/03',
    '1990.02.03',
    '1990-2-3',
    '1990 02 03',
    '19900203',
    '٣/٢/١٩٩٠',
    '۰۳۰۲۱۹۹۰',
    '３／２／１９９０',
    '\u200f03/02/1990',
  ]
  test.each(dayFirst)('%s where the day comes first', (text) => {
    for (const locale of ['en', 'de', 'pl', 'fr'] as const) {
      const written = locale === 'en' || locale === 'fr' ? '03/02/1990' : '03.02.1990'
      expect(inLocale(typed, text, locale), `typed, ${locale}`).toBe(written)
      expect(inLocale(left, text, locale), `pasted, ${locale}`).toBe(written)
    }
  })

  test.each(['2/3/1990', '02/03/1990', '2.3.1990', '02031990', '1990-02-03', '1990-2-3', '2-3-1990', '٢/٣/١٩٩٠'])(
    '%s where the month comes first',
    (text) => {
      expect(inLocale(typed, text, 'en-us')).toBe('02/03/1990')
      expect(inLocale(left, text, 'en-us')).toBe('02/03/1990')
    },
  )

  test('a year that could be a day and a month is one by its hyphen, and is none where parts were separated', () => {
    expect(inLocale(typed, '2001-02-03', 'en')).toBe('03/02/2001')
    expect(inLocale(typed, '20-01-1990', 'en')).toBe('20/01/1990')
    expect(inLocale(typed, '3-12-1990', 'en')).toBe('03/12/1990')
    expect(inLocale(typed, '20/01/1990', 'en')).toBe('20/01/1990')
    expect(inLocale(typed, '2001/', 'en')).toBe('20/01/')
  })

  test.each([
    ['12/31/1999', 'en', '12/31/1999'],
    ['12/31/1999', 'fr', '12/31/1999'],
    ['12/31/1999', 'de', '12.31.1999'],
    ['12/31/1999', 'uk', '12.31.1999'],
    ['12.31.1999', 'en', '12/31/1999'],
    ['12-31-1999', 'pl', '12.31.1999'],
    ['12311999', 'en', '12/31/1999'],
    ['31/12/1999', 'en-us', '31/12/1999'],
    ['19.02.1990', 'en-us', '19/02/1990'],
    ['20/02/1990', 'en-us', '20/02/1990'],
    ['20.20.1990', 'en', '20/20/1990'],
  ] as const)('digits in the other order stay in their places: %s, %s', (text, locale, written) => {
    expect(inLocale(typed, text, locale), 'typed').toBe(written)
    expect(inLocale(left, text, locale), 'pasted').toBe(written)
  })

  test.each(['1231', '3112'])('a day and a month without a year are none: %s', (text) => {
    for (const locale of ['en', 'en-us'] as const)
      expect(inLocale(typed, text, locale)).toBe(`${text.slice(0, 2)}/${text.slice(2)}/`)
  })

  const inWords = [
    ['3 Feb 1990', 'en', '03/02/1990'],
    ['3 feb 1990', 'fr', '03/02/1990'],
    ['03 FEB 1990', 'en', '03/02/1990'],
    ['3-Feb-1990', 'en', '03/02/1990'],
    ['3Feb1990', 'en', '03/02/1990'],
    ['12 Feb 1990', 'en', '12/02/1990'],
    ['12. Feb. 1990', 'de', '12.02.1990'],
    ['3 of February, 1990', 'en', '03/02/1990'],
    ['Feb 3 1990', 'en-us', '02/03/1990'],
    ['Feb. 3rd, 1990', 'en-us', '02/03/1990'],
    ['12 Feb 2001', 'en-us', '02/12/2001'],
    ['2001 Feb 3', 'en', '03/02/2001'],
    ['2012 Feb 3', 'en-us', '02/03/2012'],
    ['1990 Feb 13', 'en', '13/02/1990'],
    ['1990-Feb-03', 'en', '03/02/1990'],
    ['3rd February 1990', 'en', '03/02/1990'],
    ['February 3, 1990', 'en', '03/02/1990'],
    ['February 3, 1990', 'en-us', '02/03/1990'],
    ['1990 Feb 3', 'de', '03.02.1990'],
    ['3. června 1990', 'cs', '03.06.1990'],
    ['3. červen 1990', 'cs', '03.06.1990'],
    ['3. července 1990', 'cs', '03.07.1990'],
    ['3 May 1990', 'ro', '03.05.1990'],
    ['3. Februar 1990', 'de', '03.02.1990'],
    ['3. März 1990', 'de', '03.03.1990'],
    ['3 лютого 1990 р.', 'uk', '03.02.1990'],
    ['3 lutego 1990', 'pl', '03.02.1990'],
    ['3 de febrero de 1990', 'es', '03/02/1990'],
    ['1er août 1990', 'fr', '01/08/1990'],
    ['3 février 1990', 'fr', '03/02/1990'],
    ['3 fevrier 1990', 'fr', '03/02/1990'],
    ['3 subat 1990', 'tr', '03.02.1990'],
    ['3 Şubat 1990', 'tr', '03.02.1990'],
    ['3 KASIM 1990', 'tr', '03.11.1990'],
    ['3 de março de 1990', 'pt', '03/03/1990'],
    ['3 лют. 1990', 'uk', '03.02.1990'],
    ['3-го лютого 1990', 'uk', '03.02.1990'],
    ['3 II 1990', 'pl', '03.02.1990'],
    ['3.II.1990', 'ro', '03.02.1990'],
    ['3. Jänner 1990', 'de', '03.01.1990'],
    ['3 setiembre 1990', 'es', '03/09/1990'],
    ['3 февраля 1990', 'uk', '03.02.1990'],
    ['mar 3 mayo 1990', 'es', '03/05/1990'],
    ['3 paź 1990', 'pl', '03.10.1990'],
    ['3 pazdziernika 1990', 'pl', '03.10.1990'],
    ['3. čvc 1990', 'cs', '03.07.1990'],
    ['3. cvn 1990', 'cs', '03.06.1990'],
    ['3 februarie 1990', 'ro', '03.02.1990'],
    ['born 3/2/1990', 'en', '03/02/1990'],
  ] as const

  test.each(inWords)('a month in words is read, typed key by key or pasted: %s, %s', (text, locale, written) => {
    expect(inLocale(typed, text, locale), 'typed').toBe(written)
    expect(inLocale(left, text, locale), 'pasted').toBe(written)
  })

  test('every month of every locale is read, typed key by key: in full, shortened, by itself and in a date', () => {
    const names = (lang: string, month: 'long' | 'short', day?: 'numeric') =>
      Array.from({ length: 12 }, (_, index) =>
        new Intl.DateTimeFormat(lang, { month, day, timeZone: 'UTC' })
          .formatToParts(Date.UTC(2000, index))
          .find(({ type, value }) => type === 'month' && /\p{L}/u.test(value)),
      )
    for (const { code, lang } of locales) {
      for (const [month, day] of [['long'], ['long', 'numeric'], ['short'], ['short', 'numeric']] as const) {
        for (const [index, part] of names(lang, month, day).entries()) {
          if (!part) continue
          const isoDate = `1990-${String(index + 1).padStart(2, '0')}-13`
          for (const text of [`13 ${part.value} 1990`, `${part.value} 13, 1990`, `13. ${part.value.toUpperCase()} 1990`])
            expect(inLocale(typed, text, code), `${text}, ${code}`).toBe(writeBirthDate(isoDate, code))
        }
      }
    }
  })

  test.each([
    ['1990-02-03T00:00:00Z', 'en', '03/02/1990'],
    ['1990-02-03T00:00:00.000Z', 'en-us', '02/03/1990'],
  ] as const)('a time of day behind a pasted date is left out: %s, %s', (text, locale, written) => {
    expect(inLocale(left, text, locale)).toBe(written)
  })

  test.each([
    ['3 Xyz 1990', '3 Xyz 1990'],
    ['Xyz 3, 1990', 'Xyz 3, 1990'],
    ['3 Ju 1990', '3 Ju 1990'],
    ['3 June or July 1990', '3 June or July 1990'],
    ['30 Feb 1990', '30 Feb 1990'],
    ['1990 Xyz 3', '1990 Xyz 3'],
    ['3 Feb 19', '3 Feb 19'],
    ['abc', 'abc'],
  ])('words that are not read stay, to be corrected: %s', (text, written) => {
    expect(inLocale(left, text, 'en'), 'pasted').toBe(written)
    expect(inLocale(typed, text, 'en').replace(/^0/, ''), 'typed').toBe(written)
  })

  test.each([
    ['03/02x1990', '03/02/1990'],
    ['03/0r21990', '03/02/1990'],
    ['3/2/1990x', '03/02/1990'],
    ['20/01/x1990', '20/01/1990'],
  ])('a slip of the hand among digits is left out: %s', (text, written) => {
    expect(inLocale(typed, text, 'en')).toBe(written)
  })

  test('what is no date stays as it was typed', () => {
    expect(inLocale(typed, '31/2/1990', 'en')).toBe('31/02/1990')
    expect(inLocale(typed, '1990-02-30', 'en')).toBe('1990-02-30')
    expect(inLocale(typed, '3', 'en')).toBe('3')
  })

  test('in the order of every locale', () => {
    for (const { code } of locales) expect(inLocale(typed, '1990-02-03', code), code).toMatch(/^0[23][./]0[23][./]1990$/)
  })
})

test.each(['3/29', '03/29', '0329', '3-29', '3 29', '03/2029', '3/2029', '032029', '2029-03', '03 / 29', '٣/٢٩'])(
  'a card that expires in March 2029: %s',
  (text) => {
    expect(typed(text, '##/##', cardExpirySpelling)).toBe('03/29')
    expect(left(text, '##/##', cardExpirySpelling)).toBe('03/29')
  },
)

test.each([
  ['4242 4242 4242 4242', '#### #### #### ####', '4242424242424242'],
  ['4242 4242 4242 4242', '#### #### #### ####', '4242-4242-4242-4242'],
  ['4242 4242 4242 4242', '#### #### #### ####', '４２４２ ４２４２ ４２４２ ４２４２'],
  ['42', '#### #### #### ####', '42 '],
  ['123456', '######', '123 456'],
  ['123456', '######', '１２３４５６'],
  ['123456', '######', '١٢٣ ٤٥٦'],
  ['123456', '######', '123-456'],
  ['123456', '######', ' 123456 '],
])('a number: %s in %s from %s', (result, mask, text) => {
  expect(typed(text, mask)).toBe(result)
  expect(left(text, mask)).toBe(result)
})
