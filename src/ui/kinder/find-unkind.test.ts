import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findUnkind } from './find-unkind.ts'
import { loadLists } from './lists.ts'
import { listedLanguages, type ListedLanguage } from './word-list.ts'

const folder = new URL('../../../test/support/fixtures/unkind/', import.meta.url)

/** Reads a language's sentences: those to ask about, and the harmless ones. */
function sentencesOf(language: ListedLanguage) {
  const [, alarms = '', harmless = ''] = readFileSync(new URL(`${language}.txt`, folder), 'utf8').split(/^# \w+$/m)
  const linesOf = (text: string) => text.trim().split('\n')
  return { alarms: linesOf(alarms), harmless: linesOf(harmless) }
}

const find = async (text: string, ...languages: string[]) => findUnkind(text, await loadLists(languages))

describe.each(listedLanguages)('in %s', (language) => {
  const { alarms, harmless } = sentencesOf(language)

  test('at least 40 unkind and 500 harmless sentences are different from each other', () => {
    const all = [...alarms, ...harmless].map((sentence) => sentence.normalize('NFC'))
    expect(alarms.length).toBeGreaterThanOrEqual(40)
    expect(harmless.length).toBeGreaterThanOrEqual(500)
    expect(new Set(all).size).toBe(all.length)
  })

  test('every unkind sentence is found, in capitals and decomposed, too', async () => {
    const lists = await loadLists([language])
    const missed = alarms.filter(
      (sentence) =>
        !findUnkind(sentence, lists) ||
        !findUnkind(sentence.normalize('NFD'), lists) ||
        !findUnkind(sentence.toLocaleUpperCase(language), lists),
    )
    expect(missed).toEqual([])
  })

  test('no harmless sentence is found, with any other language beside it', async () => {
    const found = []
    for (const other of listedLanguages) {
      const lists = await loadLists([language, other])
      for (const sentence of harmless) {
        const words = findUnkind(sentence, lists)
        if (words !== null) found.push(`${other}: ${words} in ${sentence}`)
      }
    }
    expect(found).toEqual([])
  })

  test('its entries are composed, in small letters, and match no empty text', async () => {
    const [list] = await loadLists([language])
    const written = `${list?.unkind} ${list?.ordinary}`.replaceAll(/\\p\{L\}/g, '')
    expect(written).toBe(written.normalize('NFC').toLocaleLowerCase(language))
    expect(findUnkind('', list ? [list] : [])).toBeNull()
  })
})

test.each([
  ['curva', 'ro', 'es'],
  ['curva', 'ro', 'pt'],
  ['curve', 'ro', 'en'],
  ['pula', 'ro', 'pt'],
  ['pula', 'ro', 'pl'],
  ['pula', 'ro', 'cs'],
  ['fut', 'ro', 'fr'],
  ['prosto', 'ro', 'pl'],
  ['prosto', 'ro', 'cs'],
  ['cu', 'pt', 'ro'],
  ['puta', 'es', 'tr'],
  ['puta', 'pt', 'tr'],
  ['puto', 'es', 'pt'],
  ['bite', 'fr', 'en'],
  ['pute', 'fr', 'ro'],
  ['hure', 'de', 'fr'],
  ['frajer', 'pl', 'cs'],
])('%s is unkind in %s, and harmless beside %s', async (word, language, other) => {
  expect(await find(word, language)).toBe(word)
  expect(await find(word, language, other)).toBeNull()
  expect(await find(`Oh, ${word}!`, other, language)).toBeNull()
})

test('a harmless word takes nothing back of the others in the message', async () => {
  expect(await find('Puta, idiota', 'es', 'tr')).toBe('idiota')
})

test('small letters are those of the list', async () => {
  expect(await find('SIK SIK GELİRİM', 'tr')).toBeNull()
  expect(await find('SİKTİR', 'tr')).toBe('siktir')
  expect(await find('IDIOT', 'tr', 'en')).toBe('idiot')
})

test('a letter without its mark is another letter', async () => {
  expect(await find('pica', 'cs')).toBeNull()
  expect(await find('píča', 'cs')).toBe('píča')
})

test('words are found at the edges of a message, and between signs, but never within another word', async () => {
  expect(await find('idiot', 'en')).toBe('idiot')
  expect(await find('«idiot»', 'en')).toBe('idiot')
  expect(await find('Fuck … you', 'en')).toBe('fuck … you')
  expect(await find('Don’t be a dick', 'en')).toBe('a dick')
  expect(await find('idiotproof', 'en')).toBeNull()
  expect(await find('idiot1', 'en')).toBeNull()
})

test('American English is English, and a language without a list adds nothing', async () => {
  expect(await find('idiot', 'en-us')).toBe('idiot')
  expect(await find('idiot', 'it', 'sv')).toBeNull()
})
