import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { excerptOf, initialOf, lengthOf, startOf } from './cut.ts'

const characters = [
  '👨‍👩‍👧‍👦', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🇺🇦', '1️⃣', '👋🏽', '👩🏿‍🚀', '❤️‍🔥', '🧑🏻‍🤝‍🧑🏿', '☀️', '🎉', 'e\u0301', 'ệ', 'Z\u0300\u0316\u0301', 'й', 'กิ่', 'क्ष', 'श्री'.slice(0, 3), 'ক্ষ', 'မြို့',
  'ع\u064e\u0651', 'שׁ', '각'.normalize('NFD'), '한', 'が'.normalize('NFD'), '\r\n', 'น้ำ', 'ທໍ້າ', 'ຄຳ', 'ນ້ຳ', 'ｶﾞ', 'ﾊﾟ', 'a', ' ', '𝒳', '字',
] // prettier-ignore

const boundaries = (text: string) =>
  new Set([...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].map(({ index }) => index).concat(text.length))

describe('the beginning of a text', () => {
  test.each(characters.map((character) => [character]))('never ends inside of %s', (character) => {
    for (const text of [character.repeat(60), `x${character.repeat(60)}`, `${character} ${character}${character}a`])
      for (let most = lengthOf(character); most <= 70; most += 1) {
        const start = startOf(text, most)
        expect(text.startsWith(start)).toBe(true)
        expect(lengthOf(start)).toBeLessThanOrEqual(most)
        expect(boundaries(text).has(start.length), `${start.length} of ${text}`).toBe(true)
      }
  })

  test('loses less than one character', () => {
    for (const character of characters) {
      const start = startOf(character.repeat(60), 140)
      expect(lengthOf(start), character).toBe(Math.min(60, Math.floor(140 / lengthOf(character))) * lengthOf(character))
    }
  })

  test('is well-formed and short enough, whatever it is cut from', () => {
    const texts = fc.array(fc.oneof(fc.constantFrom(...characters), fc.string({ unit: 'binary', maxLength: 3 })), {
      maxLength: 80,
    })
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 100 }), (parts, most) => {
        const text = parts.join('').toWellFormed()
        const start = startOf(text, most)
        expect(start.isWellFormed() && text.startsWith(start)).toBe(true)
        expect(lengthOf(start)).toBeLessThanOrEqual(most)
      }),
    )
  })

  test('is cut between code points where one character alone is longer', () => {
    expect(startOf(`e${'\u0301'.repeat(500)}`, 100)).toBe(`e${'\u0301'.repeat(99)}`)
    expect(startOf('👨‍👩‍👧‍👦', 2)).toBe('👨‍')
  })

  test('of a short text is the text', () => expect(startOf('a\ud800', 5)).toBe('a\ud800'))
})

test('an excerpt ends with an ellipsis where something was left out, within its length', () => {
  const family = '👨‍👩‍👧‍👦'
  expect(excerptOf(family.repeat(60), 140)).toBe(`${family.repeat(19)}…`)
  expect(excerptOf(family.repeat(20), 140)).toBe(family.repeat(20))
  expect(excerptOf('green tea', 7)).toBe('green…')
  expect(excerptOf('🎉'.repeat(141), 140)).toBe(`${'🎉'.repeat(139)}…`)
})

test('an initial is a whole character', () => {
  expect(['Anna', 'E\u0301va', '𐐀nna', 'श्री', '각하'.normalize('NFD'), ''].map(initialOf)).toEqual(
    ['A', 'E\u0301', '𐐀', 'श्री', '각'.normalize('NFD'), ''],
  ) // prettier-ignore
})
