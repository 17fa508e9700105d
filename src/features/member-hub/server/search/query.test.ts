import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatSearchCursor, hitEnd, hitStart, matchExpression, parseSearchCursor, searchText, snippetParts } from './query.ts'

describe('what is searched for', () => {
  it('is one line of at most 100 characters', () => {
    expect(searchText('  tea \n and\u0000 cake ')).toBe('tea and cake')
    expect(Array.from(searchText('🙂'.repeat(150)) ?? '')).toHaveLength(100)
  })

  it('is nothing when nothing was typed', () => {
    for (const typed of [null, '', ' \n\t', '\u0000']) expect(searchText(typed)).toBeNull()
  })

  it('is well-formed whatever came in', () => {
    expect(searchText('tea\ud800')).toBe('tea\ufffd')
  })
})

describe('its expression', () => {
  it('asks for all words, the last one by its beginning', () => {
    expect(matchExpression('tea')).toBe('"tea"*')
    expect(matchExpression('green tea ca')).toBe('"green" "tea" "ca"*')
  })

  it('takes operators and quotes as text', () => {
    expect(matchExpression('tea OR "cake" NOT* (NEAR)')).toBe('"tea" "OR" """cake""" "NOT*" "(NEAR)"*')
  })

  it('is null without an alphabetic character or a digit', () => {
    for (const text of ['"', '*', '()', '🙂', '-- ; ^ :']) expect(matchExpression(text)).toBeNull()
  })

  it('leaves no quote open', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 100 }), (typed) => {
        const expression = matchExpression(searchText(typed) ?? '')
        expect((expression?.match(/"/g) ?? []).length % 2).toBe(0)
      }),
    )
  })
})

describe('a snippet', () => {
  it('separates hits from the rest', () => {
    expect(snippetParts(`more ${hitStart}tea${hitEnd} and ${hitStart}cake${hitEnd}`)).toEqual([
      { text: 'more ', hit: false },
      { text: 'tea', hit: true },
      { text: ' and ', hit: false },
      { text: 'cake', hit: true },
    ])
  })

  it('without a hit is plain', () => {
    expect(snippetParts('tea')).toEqual([{ text: 'tea', hit: false }])
    expect(snippetParts('')).toEqual([])
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
