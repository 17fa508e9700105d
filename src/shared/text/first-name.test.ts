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

describe('an invisible character that changes the form of another stays', () => {
  test.each([
    ['Bengali', '\u09b0\u200d\u09cd\u09af\u09be\u099a\u09c7\u09b2'],
    ['Kannada', '\u0cb0\u200d\u0ccd\u0caf'],
    ['Telugu', '\u0c30\u200d\u0c4d\u0c2f'],
    ['Sinhala', '\u0d9a\u200d\u0dca\u0d9a'],
    ['Sinhala', '\u0dc1\u0dca\u200d\u0dbb\u0dd3'],
    ['Devanagari, the eyelash ra', '\u0924\u0930\u094d\u200d\u092f'],
    ['Devanagari, a half character at the end', '\u0930\u093e\u092e\u094d\u200d'],
    ['Devanagari, at the end of the first of two names', '\u0930\u093e\u092e\u094d\u200d \u0930\u093e\u092e'],
    ['Devanagari, a virama that stays visible', '\u0930\u093e\u0915\u094d\u200c\u0937'],
    ['Tamil', '\u0bb2\u0b95\u0bcd\u200c\u0bb7\u0bcd\u0bae\u0bbf'],
    ['Persian', '\u0639\u0644\u06cc\u200c\u0631\u0636\u0627'],
    ['Khmer', '\u1794\u17ca\u17b8'],
    ['Khmer', '\u1794\u200c\u17ca\u17b8'],
    ['Mongolian', '\u1828\u1820\u1837\u180e\u1820'],
    ['Mongolian', '\u1820\u180b\u1828'],
  ])('%s: %s', (_, name) => expect(read(name)).toBe(name))

  test.each([
    ['a chillu of Malayalam', '\u0d15\u0d43\u0d37\u0d4d\u0d23\u0d28\u0d4d\u200d', '\u0d15\u0d43\u0d37\u0d4d\u0d23\u0d7b'],
    ['one inside', '\u0d05\u0d28\u0d4d\u200d\u0d35\u0d30\u0d4d\u200d', '\u0d05\u0d7b\u0d35\u0d7c'],
    ['the final t of Bengali', '\u09ad\u09be\u09b0\u09a4\u09cd\u200d', '\u09ad\u09be\u09b0\u09ce'],
    ['a joiner that was typed twice', '\u0639\u0644\u06cc\u200c\u200c\u0631\u0636\u0627', '\u0639\u0644\u06cc\u200c\u0631\u0636\u0627'],
  ])('%s has one form', (_, typed, name) => expect(read(typed)).toBe(name)) // prettier-ignore

  test.each([
    ['between characters that it does not change', '\u0930\u200d\u093e\u092e', '\u0930\u093e\u092e'],
    ['the vowel separator in another script', 'An\u180ena', 'Anna'],
    ['the vowel separator at an end', '\u1828\u1820\u180e', '\u1828\u1820'],
    ['a variant of Mongolian in another script', 'An\u180bna', 'Anna'],
    ['many variants', '\u1820\u180b\u180c\u180d\u1828', '\u1820\u180b\u1828'],
    ['a non-joiner at an end', '\u0930\u093e\u092e\u094d\u200c', '\u0930\u093e\u092e\u094d'],
  ])('but goes %s', (_, typed, name) => expect(read(typed)).toBe(name))
})

describe('the signs between the parts of a Chinese or Japanese name have one spelling', () => {
  test.each([
    ...['·', '•', '‧', '∙', '⋅', '・', '･', '．', '﹒', '.'].flatMap((dot) => [
      [`約翰${dot}保羅`, '約翰·保羅'],
      [`麦克斯${dot}韦`, '麦克斯·韦'],
      [`ジョン${dot}ポール`, 'ジョン・ポール'],
      [`さくら${dot}マリ`, 'さくら・マリ'],
      [`ブルース${dot}李`, 'ブルース・李'],
    ]),
    ...['゠', '＝', '='].map((hyphen) => [`マリー${hyphen}アンヌ`, 'マリー゠アンヌ']),
    ['ジャン＝リュック・李', 'ジャン゠リュック・李'],
    ['李〇', '李〇'], ['〇子', '〇子'], ['李〇〇', '李〇〇'], ['マリ〇', 'マリ〇'],
    ...['\u2014', '\u2015', '\ufe58', '\u2e17'].map((hyphen) => [`Anne${hyphen}Marie`, 'Anne-Marie']),
    ['ᐊᓐᓇ\u1400ᒪᕆ', 'ᐊᓐᓇ-ᒪᕆ'],
  ])('%s is %s', (typed, name) => expect(read(typed ?? '')).toBe(name)) // prettier-ignore

  test.each([
    '約翰‧',
    '‧約翰',
    '約翰‧‧保羅',
    '李‧com',
    '約翰．com',
    'Anna=Maria',
    'Anna゠Maria',
    'マリ＝',
    '〇',
    '〇〇',
    '〇Anna',
    'Anna〇',
    'Anna•Maria',
    'マリ・・アン',
  ])('%s is no name', (typed) => expect(read(typed)).toBe('refused: name'))
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
