import { expect, test } from 'vitest'
import type { AreaRow } from '#features/nearby/server/areas/contract.ts'
import { flagBits, toEntry } from './columns.ts'

const row: AreaRow = {
  id: 'a',
  activeAt: 1,
  genderMask: 1,
  seeksMask: 7,
  birthDate: '1992-06-15',
  seeksAgeMin: 18,
  seeksAgeMax: 99,
  cellX: 4000,
  cellY: 3000,
  intent: null,
  interests: '[]',
  languages: '["uk","en"]',
  visibility: '{}',
  showsOnline: 0,
  verified: 0,
  hasPhoto: 0,
  hasPromptAnswers: 1,
  heightCm: null,
  drinking: null,
  smoking: null,
  education: null,
  kids: null,
  completeness: 50,
  quiz: '',
  boosts: '[]',
}

test('an entry has the shown languages as bits, and whether there are answers as a flag', () => {
  expect(toEntry(row)).toMatchObject({ languages: 0b11, flags: flagBits.hasPromptAnswers })
  expect(toEntry({ ...row, visibility: '{"languages":"matches"}', hasPromptAnswers: 0 })).toMatchObject({
    languages: 0,
    flags: 0,
  })
})
