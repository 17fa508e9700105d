import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { measure } from '../scripts/structure/measures.ts'
import { drawStructure } from '../scripts/structure/picture.ts'
import { readSources } from '../scripts/structure/sources.ts'

const sources = readSources('.')
const limited = measure('.', sources).flatMap(({ goal, ...rest }) => (goal === null ? [] : [{ ...rest, goal }]))

test.each(limited)('$name: at most $goal', ({ value, goal, places }) => {
  expect(value, places.slice(0, 50).join('\n')).toBeLessThanOrEqual(goal)
})

test('the picture shows who imports whom today', () => {
  const cure = 'Draw it: node scripts/structure.ts --svg docs/images/structure.svg'
  expect(readFileSync('docs/images/structure.svg', 'utf8') === drawStructure(sources), cure).toBe(true)
})
