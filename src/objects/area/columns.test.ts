import { expect, test } from 'vitest'
import { areaRow } from '#test/support/fixtures/area-row.ts'
import { flagBits, toEntry } from './columns.ts'

const row = { ...areaRow, languages: '["uk","en"]', hasPromptAnswers: 1 } as const

test('an entry has the shown languages as bits, and whether there are answers as a flag', () => {
  expect(toEntry(row)).toMatchObject({ languages: 0b11, flags: flagBits.hasPromptAnswers })
  expect(toEntry({ ...row, visibility: '{"languages":"matches"}', hasPromptAnswers: 0 })).toMatchObject({
    languages: 0,
    flags: 0,
  })
})
