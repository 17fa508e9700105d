import { describe, expect, test } from 'vitest'
import { locales } from '#shared/i18n/locales.ts'
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
