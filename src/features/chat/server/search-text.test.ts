import { describe, expect, it } from 'vitest'
import { formatSearchCursor, parseSearchCursor, searchText } from './search-text.ts'

describe('what is searched for', () => {
  it('is one line of at most 100 characters', () => {
    expect(searchText('  tea \n and\u0000 cake ')).toBe('tea and cake')
    expect(Array.from(searchText('🙂'.repeat(150)) ?? '')).toHaveLength(100)
    expect(searchText('e\u0301'.repeat(100))).toBe('é'.repeat(100))
    expect(searchText('👨‍👩‍👧‍👦'.repeat(50))).toBe('👨‍👩‍👧‍👦'.repeat(14))
  })

  it('is nothing when nothing was typed', () => {
    for (const typed of [null, '', ' \n\t', '\u0000', '\u3164', '\u200b']) expect(searchText(typed)).toBeNull()
  })

  it('is well-formed whatever came in', () => {
    expect(searchText('tea\ud800')).toBe('tea\ufffd')
  })
})

describe('the cursor of a page', () => {
  it('comes back as it was', () => {
    expect(parseSearchCursor(formatSearchCursor({ at: 1_795_167_494_604, id: 42 }))).toEqual({ at: 1_795_167_494_604, id: 42 })
  })

  it('edited by hand is none', () => {
    for (const text of [null, '', 'x', '1.2.3', '-1.2', '../..']) expect(parseSearchCursor(text)).toBeNull()
  })
})
