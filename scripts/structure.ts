import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { diagramStructure } from './structure/diagram.ts'
import { measure, valueOf, type Measure } from './structure/measures.ts'
import { readSources } from './structure/sources.ts'
import { withMessage } from './server/run.ts'

/**
 * Measures the structure of src; docs/structure.md explains the figures.
 *
 *     npm run structure                              the table
 *     npm run structure -- --where "house words"     where a figure comes from, one line for each place
 *     npm run structure -- --diagram                 the folders and who imports whom, for GitHub to draw
 *     npm run structure -- --root FOLDER             of another checkout
 */
await withMessage(() => {
  const { values } = parseArgs({
    options: { root: { type: 'string', default: '.' }, where: { type: 'string' }, diagram: { type: 'boolean' } },
  })
  if (!existsSync(join(values.root, 'src'))) throw new Error(`No folder src in ${values.root}`)
  const sources = readSources(values.root)
  if (values.diagram) console.log(diagramStructure(sources))
  else {
    const measures = measure(values.root, sources)
    console.log(values.where ? valueOf(measures, values.where).places.join('\n') : table(measures))
  }
}, 'The options are at the head of scripts/structure.ts.')

function table(measures: readonly Measure[]): string {
  const rows = measures.map(({ name, value, goal }) => `${name.padEnd(40)}${String(value).padStart(6)}  ${sayGoal(value, goal)}`)
  return rows.join('\n')
}

function sayGoal(value: number, goal: number | null): string {
  if (goal === null) return ''
  return value <= goal ? `met (at most ${goal})` : `at most ${goal}`
}
