import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { locales, type LocaleCode } from '#shared/i18n/locales.ts'
import { typesetText } from '#shared/i18n/typeset.ts'
import { allCodes, findAll } from '../scripts/locales/checks.ts'
import { readTerms, readUnusedWords, wordPattern } from '../scripts/locales/glossary.ts'
import { readTexts } from '../scripts/locales/messages.ts'
import { namePatterns } from '../scripts/locales/names.ts'
import {
  confirmSources,
  englishHashes,
  readSources,
  sourcesOf,
  staleKeys,
  translated,
  unmatchedKeys,
} from '../scripts/locales/sources.ts'
import { americanOnly, plainAmerican } from '../scripts/locales/variant.ts'

test.each(allCodes)('the voice of %s keeps every rule', (code) => {
  expect(findAll(code)).toEqual({})
})

describe('British and American English', () => {
  const [british, american] = [readTexts('en'), readTexts('en-us')]
  const differ = [...british].filter(
    ([key, texts]) => texts.map(plainAmerican).join() !== (american.get(key) ?? []).map(plainAmerican).join(),
  )

  test('differ in spelling, quotation marks and serial commas, and in the words for what differs by nation', () => {
    expect(differ.map(([key]) => key).toSorted()).toEqual(americanOnly.toSorted())
  })

  test('have the quotation marks of their country', () => {
    const quoting = (texts: readonly string[], marks: RegExp) => texts.some((text) => marks.test(text))
    expect([...british].filter(([, texts]) => quoting(texts, /[“”]/)).map(([key]) => key)).toEqual([])
    expect([...american].filter(([, texts]) => quoting(texts, /‘/)).map(([key]) => key)).toEqual([])
  })
})

describe('the glossary', () => {
  test('has a word for each thing in every language', () => {
    const [head = [], ...rows] = readTerms()
    expect(head).toEqual(locales.map(({ code }) => code).toSorted((a, b) => head.indexOf(a) - head.indexOf(b)))
    expect(rows.length).toBeGreaterThanOrEqual(40)
    expect(rows.filter((row) => row.length !== head.length || row.includes(''))).toEqual([])
  })

  test('names words that it does not use in every language, and exceptions that exist', () => {
    const words = readUnusedWords()
    expect(new Set(words.map(({ code }) => code))).toEqual(new Set(allCodes))
    const keys = [...readTexts('en').keys()]
    const exceptions = new Set(words.flatMap(({ but }) => but))
    expect([...exceptions].filter((start) => !keys.some((key) => key.startsWith(start)))).toEqual([])
  })

  test('finds a word whole, in any case, with the endings that it asks for', () => {
    expect(wordPattern('нитк*').test('Розірвати Нитку?')).toBe(true)
    expect(wordPattern('fil').test('Reprends le fil.')).toBe(true)
    expect(wordPattern('fil').test('ton profil, une file')).toBe(false)
    expect(wordPattern('six digits').test('Six  digits')).toBe(true)
  })
})

/** Buttons whose spoken name is longer than the visible one. It contains the visible words, for people who use voice control. */
const namedButtons = [
  ['likes.like', 'likes.give'],
  ['likes.likeBack', 'likes.giveBack'],
  ['likes.liked', 'likes.given'],
  ['likes.withdraw', 'likes.takeBack'],
  ['likes.write', 'likes.writeTo'],
  ['settings.devices.end', 'settings.devices.endNamed'],
] as const

test.each(allCodes)('in %s the spoken name of a button has the words that it shows', (code) => {
  const texts = readTexts(code)
  const textOf = (key: string) => (texts.get(key) ?? []).join().toLocaleLowerCase(code)
  expect(namedButtons.filter(([shown, spoken]) => !textOf(spoken).includes(textOf(shown)))).toEqual([])
})

/** Former sentences that must not return: they were false, ungrammatical, or meant something else. */
const retired = JSON.parse(readFileSync('test/retired-sentences.json', 'utf8')) as Record<LocaleCode, Record<string, string>>

test.each(allCodes)('no sentence that was wrong in %s has come back', (code) => {
  const texts = readTexts(code)
  const plain = (text: string) => text.replaceAll(/\s/gu, ' ')
  const listed = Object.entries(retired[code])
  expect(listed.filter(([key]) => !texts.has(key)).map(([key]) => key)).toEqual([])
  const back = listed.filter(([key, wrong]) => texts.get(key)?.some((text) => plain(text) === plain(wrong)))
  expect(back.map(([key]) => key)).toEqual([])
})

/** The stop of an American sentence goes inside the closing quote, unless a question mark or an exclamation mark is there. */
const secondStop = /[?!][.,]”/u

test('in en-us no quotation that ends in a question mark has a full stop or a comma as well', () => {
  const posts = globSync('src/seed/posts/*/en-us.md')
  expect(posts.length).toBeGreaterThan(5)
  const texts = [...readTexts('en-us')].map(([key, forms]) => [key, forms.join('\n')] as const)
  const all = [...texts, ...posts.map((file) => [file, readFileSync(file, 'utf8')] as const)]
  expect(all.filter(([, text]) => secondStop.test(text)).map(([name]) => name)).toEqual([])
})

test.each(allCodes)('in %s no sentence ends in two full stops', (code) => {
  const doubled = [...readTexts(code)].filter(([, texts]) => texts.some((text) => /\.\s?\./u.test(text)))
  expect(doubled.map(([key]) => key)).toEqual([])
})

describe('translations', () => {
  const english = englishHashes()

  test.each(translated)('in %s: each knows the English sentence that it was made from', (code) => {
    expect(unmatchedKeys(readSources(code), english), 'new or gone: npm exec -- node scripts/looked-at.ts').toEqual([])
  })

  test('are stale as soon as their English sentence changes, and not before', () => {
    const [key = ''] = Object.keys(english)
    expect(staleKeys(english, english)).toEqual([])
    expect(staleKeys(english, { ...english, [key]: 'changed' })).toEqual([key])
  })

  test('of one language, or of all, are confirmed by themselves', () => {
    const changed = { kept: 'a', changed: 'new', added: 'c' }
    const stored = { kept: 'a', changed: 'old', gone: 'd' }
    const isNamed = (key: string) => key === 'changed'
    const one = confirmSources(stored, changed, { codes: ['de'], includes: isNamed })
    expect(one).toEqual({ kept: 'a', changed: { all: 'old', de: 'new' }, added: 'c' })
    expect(translated.filter((code) => staleKeys(sourcesOf(code, one), changed).length > 0)).not.toContain('de')
    expect(staleKeys(sourcesOf('fr', one), changed)).toEqual(['changed'])
    expect(confirmSources(one, changed, { codes: translated, includes: isNamed })).toEqual(changed)
    expect(confirmSources(stored, changed, { codes: translated, includes: () => false })).toEqual({ ...changed, changed: 'old' })
  })
})

describe('a name that cannot be declined', () => {
  test.each([
    ['fr', 'les questions que {{name}} et toi partagez'],
    ['fr', 'messages de {{names}}'],
    ['es', 'tú y {{name}}'],
    ['uk', 'ти і {{name}}'],
    ['uk', '{{name}} і ти'],
    ['uk', 'повідомлення від {{name}}'],
    ['cs', 'konverzace s {{name}}'],
    ['cs', 'Ahoj, {{name}}'],
    ['pl', 'zdjęcie ze {{name}}'],
    ['pt', 'o perfil da {{name}}'],
    ['ro', 'profilul lui {{name}}'],
    ['tr', '{{name}}’in profili'],
    ['tr', '{{name}} de seni beğendi'],
    ['de', '{{name}}s Profil'],
    ['en', 'Was this you? {{name}}'],
  ] as const)('is found in %s: %s', (code, text) => {
    expect(namePatterns(code).some((pattern) => pattern.test(text))).toBe(true)
  })

  test.each([
    ['fr', 'À {{name}} de décider'],
    ['uk', 'ти та {{name}}'],
    ['uk', 'і ти, і {{name}}'],
    ['cs', 'Nahlásit: {{name}}'],
    ['es', 'Escribir a {{name}}'],
    ['tr', '{{name}} ile eşleştin'],
    ['en', '{{name}}’s profile'],
  ] as const)('is left alone where it may stand in %s: %s', (code, text) => {
    expect(namePatterns(code).some((pattern) => pattern.test(text))).toBe(false)
  })
})

/** Checks the typeset messages with patterns of its own. */
describe.each(allCodes)('the typography of %s', (code) => {
  const set = [...readTexts(code)].flatMap(([key, texts]) => texts.map((text) => ({ key, text: typesetText(code, text) })))
  const broken: Partial<Record<typeof code, RegExp>> = {
    uk: /(?:^|[\s(«„—])[аеєжзийіоувя] \S/iu,
    pl: /(?:^|[\s(«„—])[aiouwz] \S/iu,
    cs: /(?:^|[\s(«„—])[aikosuvz] \S/iu,
    fr: /[ \p{L}][?!;]|[ \p{L}]:(?:\s|$)|« | »/u,
  }

  test('breaks no line inside a number with its unit, nor where the language binds', () => {
    const wrong = [/\d (?:km|cm|MB|Mo|МБ|км|см|%)/u, /\}\} (?:km|cm|км|см|%)/u, ...(broken[code] ? [broken[code]] : [])]
    expect(set.filter(({ text }) => wrong.some((pattern) => pattern.test(text)))).toEqual([])
  })

  test('is set once and for all', () => {
    expect(set.filter(({ text }) => typesetText(code, text) !== text)).toEqual([])
  })
})
