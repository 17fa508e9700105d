import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { firstNameInput, suggestedName } from './first-name.ts'

const read = (typed: string) => {
  const { success, output, issues } = v.safeParse(firstNameInput, typed)
  return success ? output : `refused: ${issues[0].message}`
}

describe('names of people are taken as they are', () => {
  test.each([
    'Anna', 'Ø', 'Ю', '李', 'Gal·la', 'Marcel·la', 'Ngũgĩ', 'Łukasz', 'Đào', 'Þórður', 'Ælfgifu', 'Işıl', 'Γεωργία', 'Ґалаґан', 'ŋoŋo',
    'Anna Maria', 'Anna-Maria', 'O’Brien', 'D’Angelo', '’Abd', 'Jean-Luc D’Arc', 'אַבְרָהָם', 'ג׳ורג׳', 'مُحَمَّد', 'عَبْدُ ٱللَّٰهِ', 'ٱلرَّحْمَٰن', 'བསྟན་འཛིན', 'བཀྲ་ཤིས་ཚེ་རིང', 'علی\u200cرضا',
    'ශ\u0dca\u200dරී', 'श्री', 'लक्ष्मी', 'ক্ষমা', 'ஸ்ரீ', 'ഗൗരി', 'ក្ស្ត្រី', 'မြို့', 'སྒྲོལ་མ'.replaceAll('་', ' '), 'สมหญิง', 'น้ำฝน', '민준', 'さくら', 'マリー', 'マリ・アンナ', '玛丽·安娜', '瑪麗·安娜', '陈晓', '陳曉', '歐陽娜娜', '𠮷田', '佐々木', 'Nguyễn',
  ].map((name) => [name]))('%s', (name) => expect(read(name)).toBe(name)) // prettier-ignore
})

describe('what is only a spelling is written in one', () => {
  test.each([
    ...['O\'Brien', 'O’Brien', 'O‘Brien', 'O`Brien', 'O´Brien', 'OʼBrien', 'O′Brien', 'O‛Brien', 'O＇Brien', 'OʹBrien', 'OꞌBrien'].map((each) => [each, 'O’Brien']),
    ...['O\'ktam', 'O‘ktam', 'O’ktam', 'Oʻktam', 'Oʼktam'].map((each) => [each, 'O’ktam']), ['ʻAlohi', '’Alohi'], ['Oʻgʻiloy', 'O’g’iloy'], ['Kaʻiulani', 'Ka’iulani'],
    ['བསྟན་འཛིན་', 'བསྟན་འཛིན'], ['བསྟན\u0f0cའཛིན', 'བསྟན་འཛིན'], ['བཀྲ་ཤིས་ ཚེ་རིང་', 'བཀྲ་ཤིས ཚེ་རིང'],
    ...['Дар\'я', 'Дар’я', 'Дар‘я', 'Дар`я', 'Дарʼя', 'Дар´я', 'Дар′я'].map((each) => [each, 'Дар’я']),
    ...['ג\'ורג\'', 'ג’ורג’', 'ג׳ורג׳', 'ג`ורג`'].map((each) => [each, 'ג׳ורג׳']),
    ...[0x00a0, 0x2002, 0x2009, 0x202f, 0x205f, 0x3000, 0x09].map((space) => [`Anna${String.fromCharCode(space)}Maria`, 'Anna Maria']),
    ...[0x2010, 0x2011, 0x2012, 0x2013, 0x2212, 0xfe63, 0xff0d].map((hyphen) => [`Anna${String.fromCharCode(hyphen)}Maria`, 'Anna-Maria']),
    ['Galŀla'.replace('lŀ', 'ŀ'), 'Gal·la'], ['Gal•la', 'Gal·la'], ['Gal‧la', 'Gal·la'], ['GAL•LA', 'GAL·LA'],
    ['  Anna   Maria ', 'Anna Maria'], ['Ａｎｎａ', 'Anna'], ['ﾏﾘ･ｱﾝﾅ', 'マリ・アンナ'], ['Zoe\u0308', 'Zoë'],
    ['An\u00adna', 'Anna'], ['\ufeffAnna', 'Anna'], ['An\u200bna', 'Anna'], ['Anna\u200e', 'Anna'], ['\u200fדנה', 'דנה'], ['An\u200dna', 'Anna'],
    ['An\u3164na', 'Anna'], ['Anna\ufe0f', 'Anna'], ['علی\u200c', 'علی'],
  ])('%j is %s', (typed, name) => expect(read(typed ?? '')).toBe(name)) // prettier-ignore
})

describe('what cannot be seen is no name', () => {
  test.each([
    '',
    ' ',
    '\u3164',
    '\u115f',
    '\u1160',
    '\uffa0',
    '\u3164\u3164',
    '\u200b',
    '\u00ad',
    '\u034f',
    '\u{e0041}',
    '\ufe0f',
    '\u200e \u00a0',
  ])('%j', (typed) => expect(read(typed)).toBe('refused: required'))
  test.each(['\u2800', '\u0301', '\u{1d159}'])('%j', (typed) => expect(read(typed)).toBe('refused: name'))
})

describe('what is no name is refused with its rule', () => {
  test.each([
    'anna.com', 'a/b', 'Anna 2', '2Pac', 'Anna٣', 'Anna\nBcc: x', '\u202eannA', 'Anna\u2066', 'anna@x', 'Anna!', '🙂', 'Anna 🙂', '-Anna', 'www・com', 'anna·com',
    `A${'\u0335'.repeat(39)}`, `A${'\u0301\u0302\u0303'.repeat(1)}\u0304`, `Z${'\u0300\u0316'.repeat(4)}oe`, `क${'\u093e'.repeat(5)}`, `A${'\u034f\u0335'.repeat(9)}`,
    'Anna་Maria', 'བསྟན་་འཛིན', '་བསྟན', `ل${'\u0651\u064e\u0670'.repeat(2)}`, 'A\u0651\u064e\u0670', 'ل\u0335\u0336\u0337',
  ])('%j', (typed) => expect(read(typed)).toBe('refused: name')) // prettier-ignore

  test('and one of more than 40 characters is too long', () => {
    expect(read('a'.repeat(41))).toBe('refused: too-long')
    expect(read('𐐀'.repeat(40))).toBe('𐐀'.repeat(40))
  })
})

test('a name from elsewhere is cut between whole characters', () => {
  expect(suggestedName(` ${'a'.repeat(39)}e\u0301e\u0301 `)).toBe(`${'a'.repeat(39)}é`)
  expect(suggestedName(`${'a'.repeat(39)}မြို့`)).toBe('a'.repeat(39))
  expect(suggestedName('\u3164 ')).toBeNull()
})
