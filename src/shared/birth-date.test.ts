import { assert, date, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { locales } from './i18n/locales.ts'
import { birthDateMask, birthDateOrder, isAdult, localDay, parseBirthDate, readBirthDate, writeBirthDate } from './birth-date.ts'

describe('a birth date', () => {
  it.each([
    '24/05/1992',
    '24.05.1992',
    '24-05-1992',
    '24. 5. 1992',
    '24 05 1992',
    '24051992',
    ' 24/5/1992 ',
    '1992-05-24',
    '1992/5/24',
    '1992. 5. 24.',
    '1992-05-24T00:00:00Z',
    '1992-05-24T00:00:00.000+02:00',
    '1992-05-24 00:00:00',
    '24/05/1992, 00:00',
    '19920524',
    '٢٤/٥/١٩٩٢',
    '２４／０５／１９９２',
    '\u200f24/05/1992',
  ])('reads %o as the twenty-fourth of May where the day comes first', (text) => {
    expect(parseBirthDate(text, 'dmy')).toBe('1992-05-24')
  })

  it('is read month first in American English only', () => {
    expect(parseBirthDate('05/24/1992', 'mdy')).toBe('1992-05-24')
    expect(parseBirthDate('24/05/1992', 'mdy')).toBeNull()
    expect(locales.filter(({ code }) => birthDateOrder(code) === 'mdy').map(({ code }) => code)).toEqual(['en-us'])
  })

  it('is written and masked with the separators of the locale', () => {
    expect(writeBirthDate('1992-05-24', 'uk')).toBe('24.05.1992')
    expect(writeBirthDate('1992-05-24', 'en')).toBe('24/05/1992')
    expect(writeBirthDate('1992-05-24', 'en-us')).toBe('05/24/1992')
    for (const { code, lang } of locales) {
      const [separator] = new Intl.DateTimeFormat(lang).formatToParts(0).filter(({ type }) => type === 'literal')
      expect(birthDateMask(code), code).toBe(['##', '##', '####'].join(separator?.value.trim()))
      expect(writeBirthDate('1992-05-24', code).replaceAll(/\d/g, '#'), code).toBe(birthDateMask(code))
    }
  })

  it.each([
    ['24 May 1992', 'en'],
    ['born 24/05/1992', 'en'],
    ['May 24th, 1992', 'en-us'],
    ['24. Mai 1992', 'de'],
    ['24 de maio de 1992', 'pt'],
    ['24 травня 1992 р.', 'uk'],
    ['24 MAYIS 1992', 'tr'],
    ['24. květen 1992', 'cs'],
    ['1992 mai 24', 'fr'],
    ['24 May 1992', 'pl'],
    ['24 V 1992', 'pl'],
    ['24.V.1992', 'ro'],
    ['24 v 1992 r.'.replace('v', 'V'), 'pl'],
    ['24. Ⅴ. 1992', 'cs'],
    ['24/5/92', 'en'],
    ['24.05.92', 'de'],
    ['5/24/92', 'en-us'],
    ['24 May 92', 'en'],
    ['24 V 92', 'pl'],
    ['24 мая 1992', 'uk'],
    ['24 МАЯ 1992 г.', 'uk'],
    ['dom. 24 mayo 1992', 'es'],
    ['mar 24 mayo 1992', 'es'],
    ['mar. 24 mai 1992', 'fr'],
    ['mar. 24 mai 1992', 'ro'],
  ] as const)('reads %o in the words of the language or of English (%s)', (text, locale) => {
    expect(readBirthDate(text, locale)).toBe('1992-05-24')
  })

  it.each([
    ['3 II 1990', 'pl', '1990-02-03'],
    ['3.II.1990', 'ro', '1990-02-03'],
    ['3-XII-1990', 'pl', '1990-12-03'],
    ['3 viii 1990', 'pl', '1990-08-03'],
    ['3 ІІ 1990', 'uk', '1990-02-03'],
    ['3 ХІІ 1990', 'uk', '1990-12-03'],
    ['3 İİ 1990', 'tr', '1990-02-03'],
    ['3. Jänner 1990', 'de', '1990-01-03'],
    ['3. Janner 1990', 'de', '1990-01-03'],
    ['3. Jän. 1990', 'de', '1990-01-03'],
    ['3. Feber 1990', 'de', '1990-02-03'],
    ['3. Maerz 1990', 'de', '1990-03-03'],
    ['3 setiembre 1990', 'es', '1990-09-03'],
    ['3 de set. de 1990', 'es', '1990-09-03'],
    ['3 февраля 1990', 'uk', '1990-02-03'],
    ['3 фев 1990', 'uk', '1990-02-03'],
    ['mar 3 mar 1992', 'es', '1992-03-03'],
    ['3 mar 1990', 'es', '1990-03-03'],
    ['3/2/90', 'en', '1990-02-03'],
    ['3.2.08', 'de', '2008-02-03'],
    ['3/2/30', 'fr', '1930-02-03'],
  ] as const)('reads %o (%s) as %s', (text, locale, day) => expect(readBirthDate(text, locale)).toBe(day))

  it.each([
    '3/2/09',
    '3/2/19',
    '3/2/20',
    '3/2/26',
    '3/2/29',
    '90/2/3',
    '3 Feb 26',
    '3290',
    '3 i 1990',
    '3 XIII 1990',
    '3 II V 1990',
    '30/2/90',
  ])('does not guess the century or the month of %o', (text) => expect(readBirthDate(text, 'en')).toBeNull())

  it.each(['24 mai 1992', '31 Feb 1992', 'May 1992', '24 Ma 1992', '24 March or May 1992', '1992 24'])(
    'finds no day in the words %o where they are English',
    (text) => expect(readBirthDate(text, 'en')).toBeNull(),
  )

  it.each([
    '',
    '31/02/1992',
    '29/02/1991',
    '00/05/1992',
    '24/13/1992',
    '24/05/92',
    '24/05/1899',
    '24/05/19922',
    'yesterday',
    '1992',
    '24//1992',
    '1992-02-30',
  ])('finds no day in %o', (text) => {
    expect(parseBirthDate(text, 'dmy')).toBeNull()
  })

  it('reads back every day as it was written, in both orders', () => {
    const day = date({ min: new Date('1900-01-01'), max: new Date('2026-12-31'), noInvalidDate: true }).map((value) =>
      value.toISOString().slice(0, 10),
    )
    assert(
      property(day, (iso) => {
        const [year, month, dayOfMonth] = iso.split('-')
        expect(parseBirthDate(`${dayOfMonth}/${month}/${year}`, 'dmy')).toBe(iso)
        expect(parseBirthDate(`${month}/${dayOfMonth}/${year}`, 'mdy')).toBe(iso)
        for (const { code } of locales) expect(parseBirthDate(writeBirthDate(iso, code), birthDateOrder(code))).toBe(iso)
      }),
      { seed: 1 },
    )
  })
})

describe('coming of age', () => {
  const noon = Date.parse('2026-11-20T12:00:00Z')

  it('is on the eighteenth birthday, not the day before', () => {
    expect(isAdult('2008-11-20', noon, 'UTC')).toBe(true)
    expect(isAdult('2008-11-21', noon, 'UTC')).toBe(false)
  })

  it('is counted on the member’s own day', () => {
    const lateEvening = Date.parse('2026-11-19T23:30:00Z')
    expect(isAdult('2008-11-20', lateEvening, 'UTC')).toBe(false)
    expect(isAdult('2008-11-20', lateEvening, 'Europe/Kyiv')).toBe(true)
    expect(isAdult('2008-11-20', Date.parse('2026-11-20T04:00:00Z'), 'America/New_York')).toBe(false)
  })

  it('of someone born on 29 February is on 1 March', () => {
    expect(isAdult('2008-02-29', Date.parse('2026-02-28T12:00:00Z'), 'UTC')).toBe(false)
    expect(isAdult('2008-02-29', Date.parse('2026-03-01T12:00:00Z'), 'UTC')).toBe(true)
  })

  it('knows the calendar day of every zone', () => {
    expect(localDay(Date.parse('2026-12-31T23:00:00Z'), 'Pacific/Kiritimati')).toBe('2027-01-01')
  })
})
