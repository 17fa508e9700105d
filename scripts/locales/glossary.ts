import { readFileSync } from 'node:fs'
import { findLocale, type LocaleCode } from '#shared/i18n/locales.ts'

/** A word of the glossary's second table. `but` are the key prefixes that may use it. */
type UnusedWord = { code: LocaleCode; word: string; instead: string; but: string[] }

const file = 'locales/GLOSSARY.md'

/** The cells of a table under a heading, row by row, its head first. */
function readTable(heading: string): string[][] {
  const section = readFileSync(file, 'utf8')
    .split(/^## /m)
    .find((part) => part.startsWith(`${heading}\n`))
  if (!section) throw new Error(`${file} has no part '${heading}'`)
  const rows = section.split('\n').filter((line) => line.startsWith('|') && !/^\|[\s:|-]+$/.test(line))
  return rows.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

export const readTerms = () => readTable('One word for each thing')

export function readUnusedWords(): UnusedWord[] {
  return readTable('Words we do not use')
    .slice(1)
    .flatMap(([codes = '', word = '', instead = '', but = '']) =>
      codes.split(', ').map((name) => {
        const locale = findLocale(name)
        if (!locale || word === '') throw new Error(`${file}: '${name} | ${word}' names no language or no word`)
        return { code: locale.code, word, instead, but: but.split(', ').filter(Boolean) }
      }),
    )
}

/** Matches a whole word in any case; a `*` matches the characters of its endings. */
export function wordPattern(word: string): RegExp {
  const escaped = word
    .replaceAll(/[.?+^$()[\]{}|\\]/g, '\\$&')
    .replaceAll(' ', '\\s+')
    .replaceAll('*', '\\p{L}*')
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'iu')
}
