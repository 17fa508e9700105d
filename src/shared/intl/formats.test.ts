import { expect, test, vi } from 'vitest'
import { dateTimeFormat, keepFormats } from './formats.ts'

test('a format is made once for each language and options', () => {
  const make = vi.fn<(lang: string, options?: { style: string }) => { lang: string }>((lang) => ({ lang }))
  const formatOf = keepFormats(make)
  const percent = formatOf('de', { style: 'percent' })
  expect(formatOf('de', { style: 'percent' })).toBe(percent)
  expect([formatOf('de'), formatOf('fr', { style: 'percent' }), formatOf('de', { style: 'decimal' })]).not.toContain(percent)
  expect(make).toHaveBeenCalledTimes(4)
})

test('only so many are kept', () => {
  const make = vi.fn<(lang: string) => { lang: string }>((lang) => ({ lang }))
  const formatOf = keepFormats(make, 2)
  for (const lang of ['de', 'fr', 'de', 'uk', 'uk']) formatOf(lang)
  expect(make).toHaveBeenCalledTimes(3)
  formatOf('de')
  expect(make).toHaveBeenCalledTimes(4)
})

test('what cannot be made is not kept', () => {
  expect(() => dateTimeFormat('en', { timeZone: 'Nowhere/Land' })).toThrow(RangeError)
  expect(() => dateTimeFormat('en', { timeZone: 'Nowhere/Land' })).toThrow(RangeError)
})
