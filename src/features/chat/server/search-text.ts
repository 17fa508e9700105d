import { startOf } from '#shared/text/cut.ts'
import { hasVisible } from '#shared/text/visible.ts'
import { searchLength, type SearchCursor } from '../contract.ts'

/** Returns a search text as shown and searched for: one line, well-formed, at most 100 characters; null for nothing. */
export function searchText(typed: string | null): string | null {
  const line = (typed ?? '')
    .toWellFormed()
    .normalize()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  const text = startOf(line, searchLength).trimEnd()
  return hasVisible(text) ? text : null
}

export function formatSearchCursor({ at, id }: SearchCursor): string {
  return `${at.toString(36)}.${id.toString(36)}`
}

/** Returns null without a cursor, and for one edited by hand: the results then start at the beginning. */
export function parseSearchCursor(text: string | null): SearchCursor | null {
  const found = /^([0-9a-z]{1,9})\.([0-9a-z]{1,9})$/.exec(text ?? '')
  return found ? { at: Number.parseInt(found[1] ?? '', 36), id: Number.parseInt(found[2] ?? '', 36) } : null
}
