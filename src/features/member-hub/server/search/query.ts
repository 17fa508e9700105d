import type { SnippetPart, SearchCursor } from '#features/member-hub/contract.ts'

/** Characters (code points) of a search text; the rest is dropped. */
export const searchLength = 100

/** Returns a search text as it is shown and looked up: one line, well-formed, at most 100 characters; null for nothing. */
export function searchText(typed: string | null): string | null {
  const line = (typed ?? '')
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  const text = Array.from(line).slice(0, searchLength).join('').trimEnd()
  return text === '' ? null : text
}

/**
 * Returns the FTS5 expression for a typed text: all its words, the last one as a prefix. Each is a quoted string, so that
 * quotes, brackets, `OR` and `*` have no meaning. Null when the text has no alphabetic character and no digit.
 */
export function matchExpression(text: string): string | null {
  const words = text.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word))
  return words.length === 0 ? null : `${words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' ')}*`
}

/** Marks the hits in a snippet: characters that no stored text has. */
export const hitStart = '\u0001'
export const hitEnd = '\u0002'

/** Returns a snippet with marked hits as data. */
export function snippetParts(marked: string): SnippetPart[] {
  return marked
    .split(hitStart)
    .flatMap((piece, index) => {
      const [inside = '', after] = index === 0 ? ['', piece] : piece.split(hitEnd)
      return [
        { text: inside, hit: true },
        { text: after ?? '', hit: false },
      ]
    })
    .filter(({ text }) => text !== '')
}

export function formatSearchCursor({ at, id }: SearchCursor): string {
  return `${at.toString(36)}.${id.toString(36)}`
}

/** Returns null without a cursor, and for one edited by hand: the results then start at their beginning. */
export function parseSearchCursor(text: string | null): SearchCursor | null {
  const found = /^([0-9a-z]{1,9})\.([0-9a-z]{1,9})$/.exec(text ?? '')
  return found ? { at: Number.parseInt(found[1] ?? '', 36), id: Number.parseInt(found[2] ?? '', 36) } : null
}
