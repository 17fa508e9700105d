import type { WordList } from './word-list.ts'

/** A character of a word. Combining marks count, because not every character has a composed form. */
const inWord = String.raw`[\p{L}\p{M}\p{N}]`
const betweenWords = String.raw`[^\p{L}\p{M}\p{N}]+`

const compiled = new Map<string, RegExp>()

function patternOf(entries: string): RegExp {
  let pattern = compiled.get(entries)
  if (!pattern) {
    const any = entries
      .trim()
      .split(/\s*\n\s*/)
      .join('|')
    pattern = new RegExp(`(?<!${inWord})(?:${any.replaceAll(' ', betweenWords)})(?!${inWord})`, 'gu')
    compiled.set(entries, pattern)
  }
  return pattern
}

type Found = { text: string; from: number; to: number }

function findAll(text: string, entries: string): Found[] {
  if (entries === '') return []
  return Array.from(text.matchAll(patternOf(entries)), (match) => ({
    text: match[0],
    from: match.index,
    to: match.index + match[0].length,
  }))
}

/**
 * Returns the first unkind words of a text, or null. What is ordinary in one of the lists' languages is harmless. Diacritics
 * are never folded, because they change the meaning of words: 'sık' is Turkish for 'often'.
 */
export function findUnkind(text: string, lists: readonly WordList[]): string | null {
  const composed = text.normalize('NFC').replaceAll('’', "'")
  for (const { language, unkind } of lists) {
    // Lower case differs by language: a Turkish 'I' becomes 'ı'.
    const lower = composed.toLocaleLowerCase(language)
    const found = findAll(lower, unkind)
    if (found.length === 0) continue
    const harmless = lists.flatMap(({ ordinary }) => findAll(lower, ordinary))
    const first = found.find(({ from, to }) => !harmless.some((part) => part.from <= from && to <= part.to))
    if (first) return first.text
  }
  return null
}
