import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { measure, valueOf, type Measure } from './structure/measures.ts'
import { drawStructure } from './structure/picture.ts'
import { readSources } from './structure/sources.ts'

/**
 * Measures the structure of src; docs/structure.md says what the figures mean.
 *
 *     node scripts/structure.ts                          the table
 *     node scripts/structure.ts --where "house words"    where a figure comes from, one line for each place
 *     node scripts/structure.ts --svg FILE               draws the folders and who imports whom
 *     node scripts/structure.ts --root FOLDER            of another checkout
 */
const { values } = parseArgs({
  options: { root: { type: 'string', default: '.' }, where: { type: 'string' }, svg: { type: 'string' } },
})
const sources = readSources(values.root)
if (values.svg) writeFileSync(values.svg, drawStructure(sources))
else {
  const measures = measure(values.root, sources)
  console.log(values.where ? valueOf(measures, values.where).places.join('\n') : table(measures))
}

function table(measures: readonly Measure[]): string {
  const rows = measures.map(({ name, value, goal }) => `${name.padEnd(40)}${String(value).padStart(6)}  ${sayGoal(value, goal)}`)
  return rows.join('\n')
}

function sayGoal(value: number, goal: number | null): string {
  if (goal === null) return ''
  return value <= goal ? `met (at most ${goal})` : `at most ${goal}`
}
