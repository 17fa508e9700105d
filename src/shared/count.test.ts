import { expect, it } from 'vitest'
import { mostCounted, toCount } from './count.ts'
import type { PluralKey } from './i18n/messages.ts'
import { createTranslator } from './i18n/translator.ts'

it('counts up to 99 and says 99+ from there on', () => {
  expect([0, 1, 99, mostCounted, 12_345].map(toCount)).toEqual(['0', '1', '99', '99+', '99+'])
})

it('is said as it is shown, in the plural form of many', () => {
  const messages = { likes: { one: '{{count}} вподобайка', few: '{{count}} вподобайки', many: '{{count}} вподобайок' } }
  const { tn } = createTranslator('uk', { common: messages }, { timeZone: 'UTC' })
  const say = (count: number) => tn('common.likes' as PluralKey, count, { count: toCount(count) })
  expect([1, 3, mostCounted].map(say)).toEqual(['1 вподобайка', '3 вподобайки', '99+ вподобайок'])
})
