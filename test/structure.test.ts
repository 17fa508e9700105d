import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inComments } from '../scripts/structure/house-words.ts'
import { measure } from '../scripts/structure/measures.ts'
import { readSources } from '../scripts/structure/sources.ts'

const sources = readSources('.')
const limited = measure('.', sources).flatMap(({ goal, ...rest }) => (goal === null ? [] : [{ ...rest, goal }]))

test.each(limited)('$name: at most $goal', ({ value, goal, places }) => {
  expect(value, places.slice(0, 50).join('\n')).toBeLessThanOrEqual(goal)
})

/** Plain English outside code. The code's own names stand in backticks; claims quote what members read. */
const plainInDocs: readonly string[] = ['nobody']

test('the docs use the terms of the field, too', () => {
  const words = Object.keys(inComments).filter((word) => !plainInDocs.includes(word))
  const found = ['README.md', ...globSync(['docs/*.md', 'docs/operations/*.md', 'docs/decisions/*.md'])].flatMap((path) => {
    const prose =
      path === 'docs/claims.md' || path === 'docs/structure.md'
        ? ''
        : readFileSync(path, 'utf8').replaceAll(/```[^]*?```|`[^`]*`/g, '')
    return words.filter((word) => new RegExp(`\\b${word}\\b`, 'i').test(prose)).map((word) => `${path}: ${word}`)
  })
  expect(found).toEqual([])
})
