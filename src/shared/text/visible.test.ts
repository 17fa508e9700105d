import { describe, expect, test } from 'vitest'
import { hasVisible, visibleText } from './visible.ts'

describe('a text of nothing but what cannot be seen is empty', () => {
  test.each([
    '', ' ', '\t\n\r', '\u00a0', '\u2003', '\u202f', '\u3000', '\u2028', '\u00ad', '\u034f', '\u061c', '\u115f', '\u1160', '\u3164', '\uffa0', '\u17b4', '\u180e',
    '\u200b', '\u200c', '\u200d', '\u200e', '\u202e', '\u2060', '\u2063', '\u2066', '\ufeff', '\ufe0f', '\u{e0100}', '\u{e0041}\u{e007f}', '\u2800', '\u2800 \u2800',
    '\u0301', '\u0335\u0335', '\u20dd', '\u093e', '\ud800', '\u0000', '\u{1d159}', '\u{1d173}', '\u{13441}', '\uffff', '\u3164 \u200b\u0301',
  ].map((text) => [text]))('%j', (text) => expect([hasVisible(text), visibleText(text)]).toEqual([false, ''])) // prettier-ignore
})

describe('a text with anything to see stays as it is', () => {
  test.each(
    ['a', '.', '\u200ba', '❤️', '👩‍👩‍👧', '1', '한', 'ه\u200d', '\u{1faff}', '\ue000', '…', 'e\u0301', '\ufffd'].map((text) => [
      text,
    ]),
  )('%j', (text) => expect([hasVisible(text), visibleText(text)]).toEqual([true, text]))
})
