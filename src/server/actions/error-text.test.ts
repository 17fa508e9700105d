import { expect, test } from 'vitest'
import { tooMany } from '#shared/errors.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { describeError } from './error-text.ts'

test('a limit says how long it lasts, rounded up, and a short one that it is a moment', async () => {
  const translator = createTranslator('en', await loadMessages('en', ['common']), { timeZone: 'UTC' })
  const said = (waitMs: number) => describeError(translator, tooMany('Too many', waitMs))
  expect([said(1), said(60_000)]).toEqual(Array(2).fill(translator.t('common.error.too-many')))
  expect(said(61_000)).toContain('in 2 minutes')
  expect(said(59 * 60_000)).toContain('in 59 minutes')
  expect(said(3_600_000)).toContain('in 1 hour.')
  expect(said(3_600_001)).toContain('in 2 hours')
})
