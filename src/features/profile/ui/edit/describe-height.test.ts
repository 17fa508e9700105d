import { expect, test } from 'vitest'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { describeHeight } from './describe-height.ts'

test.each([
  ['en', '5 ft 7 in (170 cm)'],
  ['en-us', '5 ft 7 in'],
  ['de', '170 cm'],
] satisfies [LocaleCode, string][])('a height is told as people say it, in %s', async (code, said) => {
  const translator = createTranslator(code, await loadMessages(code, ['profile']), { timeZone: 'UTC' })
  expect(describeHeight(translator, 170).replaceAll(/\s/g, ' ')).toBe(said)
})
