import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { cleanText } from '#features/chat/rules.ts'
import { appealInput } from '#features/restriction/server/schemas.ts'
import { reportInput } from '#features/reports/server/schemas.ts'
import { typedText } from './typed-text.ts'

const invisible = ['\u3164', '\u115f\u1160', '\uffa0 \u200b', '\u2800', '\u{e0041}', '\ufe0f', '\u0301', '\u00ad\n\u034f'].map(
  (text) => [text],
)

describe('a text of nothing but what cannot be seen', () => {
  test.each(invisible)('is empty in a text area: %j', (text) => expect(v.parse(typedText(10), text)).toBe(''))
  test.each(invisible)('is no message: %j', (text) => expect(cleanText(text)).toEqual({ ok: false, code: 'required' }))
  test.each(invisible)('says nothing in a report: %j', (text) => {
    expect(v.parse(reportInput, { id: 'a', category: 'other', source: 'profile', text }).text).toBe('')
  })
  test.each(invisible)('is no appeal: %j', (text) => {
    const { issues } = v.safeParse(appealInput, { text })
    expect(issues?.[0].message).toBe('required')
  })
})

test.each([
  ['Saturday\t18:00', 'Saturday 18:00'],
  ['one\u000btwo', 'one\ntwo'],
])('words stay apart in text areas and in messages: %j', (typed, stored) => {
  expect(v.parse(typedText(20), typed)).toBe(stored)
  expect(cleanText(typed)).toEqual({ ok: true, text: stored })
})

test('other texts are counted by code points, with line ends as one', () => {
  expect(v.parse(typedText(4), ' 🎉🎉\r\n🎉 ')).toBe('🎉🎉\n🎉')
  expect(v.is(typedText(3), '🎉🎉\n🎉')).toBe(false)
  expect(v.parse(typedText(20), 'سلام \u200f!')).toBe('سلام \u200f!')
})
