import type { Plugin } from 'vite'
import { dataFile } from './data-files.ts'

type Parts = Record<string, Record<string, (parts: object, colours: object) => string>>

const file = dataFile('drawings')
/** No portrait uses these: src/features/avatars/server/draw.ts gives them a probability of 0. */
const unused = new Set(['gesture', 'bodyIcon'])

/** The drawings of every group by name: without a nested part they are the same for every portrait. */
export function drawingsOf(groups: Parts): Record<string, Record<string, string>> {
  const textsOf = ([group, variants]: [string, Parts[string]]) => [
    group,
    unused.has(group) ? {} : Object.fromEntries(Object.entries(variants).map(([name, draw]) => [name, draw({}, {})])),
  ]
  return Object.fromEntries(Object.entries(groups).map(textsOf))
}

const moduleOf = (groups: readonly string[]) => `import data from '${file.source}'
const groups = JSON.parse(new TextDecoder().decode(data))
const toParts = (texts) => Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, () => text]))
${groups.map((group) => `export const ${group} = toParts(groups.${group})`).join('\n')}`

/**
 * The drawn portraits' parts as data of the worker's build; as script they would be a third of a megabyte
 * (docs/decisions/013).
 */
export function workerDrawings(): Plugin {
  return {
    name: 'kismet:worker-drawings',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'kismet',
    load: {
      filter: { id: /\/@dicebear\/notionists\/lib\/components\/index\.js$/ },
      async handler(id) {
        const groups: Parts = await import(id)
        const drawings = drawingsOf(groups)
        this.emitFile({ type: 'asset', fileName: file.fileName, source: JSON.stringify(drawings) })
        return moduleOf(Object.keys(drawings))
      },
    },
  }
}
