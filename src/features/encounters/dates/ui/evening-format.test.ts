import { expect, test } from 'vitest'
import { findLocale } from '#shared/i18n/locales.ts'
import { createZoneFormat, type EveningFormat } from './evening-format.ts'

function formatIn(code: string): EveningFormat {
  const locale = findLocale(code)
  if (!locale) throw new Error(`There is no locale ${code}`)
  return createZoneFormat(locale, 'Europe/Kyiv', () => '')
}

const lateEvening = Date.UTC(2026, 10, 20, 21, 30)
const hourMs = 3_600_000

test('days to come have names with a capital, by the clock of the zone', () => {
  const { weekday, dayMonth } = formatIn('uk')
  const inHours = (hours: number) => weekday(lateEvening + hours * hourMs, lateEvening)
  expect([inHours(0), inHours(1), inHours(25)]).toEqual(['Сьогодні', 'Завтра', 'Неділя'])
  expect(dayMonth(lateEvening + hourMs)).toBe('21\u00a0листопада')
})

test('French writes the first of a month as an ordinal', () => {
  const { dayMonth } = formatIn('fr')
  expect([dayMonth(Date.UTC(2026, 11, 1, 12)), dayMonth(Date.UTC(2026, 11, 11, 12))]).toEqual([
    '1er\u00a0décembre',
    '11\u00a0décembre',
  ])
})
