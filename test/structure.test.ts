import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { measure } from '../scripts/structure/measures.ts'
import { drawStructure } from '../scripts/structure/picture.ts'
import { readSources } from '../scripts/structure/sources.ts'

/** Figures that do not meet their goals yet. A ceiling may only fall, and goes when the goal is met. */
const ceilings: Readonly<Record<string, number>> = {
  'house words': 10,
  'sources with house words': 3,
}

const sources = readSources('.')
const limited = measure('.', sources).flatMap(({ goal, ...rest }) => (goal === null ? [] : [{ ...rest, goal }]))

test.each(limited)('$name: at most $goal, or its ceiling', ({ name, value, goal, places }) => {
  expect(value, places.slice(0, 50).join('\n')).toBeLessThanOrEqual(ceilings[name] ?? goal)
})

test('a ceiling stands only over what has not met its goal', () => {
  const met = limited.filter(({ value, goal }) => value <= goal).map(({ name }) => name)
  expect(Object.keys(ceilings).filter((name) => met.includes(name) || !limited.some((each) => each.name === name))).toEqual([])
})

test('the picture shows who imports whom today', () => {
  const cure = 'Draw it: node scripts/structure.ts --svg docs/images/structure.svg'
  expect(readFileSync('docs/images/structure.svg', 'utf8') === drawStructure(sources), cure).toBe(true)
})
