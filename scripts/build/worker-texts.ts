import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { dataFile } from './data-files.ts'

/** Modules that contain only text and values: the demo's members and their texts, cities, words refused as passwords. */
const textModules =
  /\/src\/(?:seed\/demo\/(?:dialogues|named|languages\/all)|features\/location\/server\/cities|features\/auth\/sign-up\/server\/common-words|features\/settings\/server\/zone-cities)\.ts$/

/** The drawn portraits' parts, one function each. As script they would be a third of a megabyte. */
const drawings = /\/@dicebear\/notionists\/lib\/components\/index\.js$/

type Drawings = Record<string, Record<string, (parts: object, colours: object) => string>>

/** Used by no portrait: src/features/avatars/server/draw.ts gives them a probability of 0. */
const unused = new Set(['gesture', 'bodyIcon'])

/** The drawings of every group by name; without a nested part, they are the same for every portrait. */
function readDrawings(groups: Drawings): Record<string, Record<string, string>> {
  const textsOf = ([group, variants]: [string, Drawings[string]]) => [
    group,
    unused.has(group) ? {} : Object.fromEntries(Object.entries(variants).map(([name, draw]) => [name, draw({}, {})])),
  ]
  return Object.fromEntries(Object.entries(groups).map(textsOf))
}

const toParts = '(texts) => Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, () => text]))'

const moduleOf = (source: string, names: readonly string[], fromData: string) => `import data from '${source}'
const texts = JSON.parse(new TextDecoder().decode(data))
const fromData = ${fromData}
${names.map((name) => `export const ${name} = fromData(texts.${name})`).join('\n')}`

/** Provides these modules as data of the worker's build: an isolate compiles none of them (docs/decisions/014). */
export function workerTexts(): Plugin {
  return {
    name: 'kismet:worker-texts',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'kismet',
    load: {
      filter: { id: [textModules, drawings] },
      async handler(id) {
        const isDrawn = drawings.test(id)
        const module = await import(pathToFileURL(id).href)
        const texts: Record<string, unknown> = isDrawn ? readDrawings(module) : module
        const file = dataFile(isDrawn ? 'drawings' : `texts/${basename(id, '.ts')}`)
        this.emitFile({ type: 'asset', fileName: file.fileName, source: JSON.stringify(texts) })
        return moduleOf(file.source, Object.keys(texts), isDrawn ? toParts : '(value) => value')
      },
    },
  }
}
