import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { dataFile } from './data-files.ts'

/** Modules that hold nothing but text and values: the demo's members and their texts, cities, words refused as passwords. */
const textModules =
  /\/src\/(?:seed\/demo\/(?:dialogues|named|languages\/all)|features\/location\/server\/cities|features\/auth\/sign-up\/server\/common-words|features\/settings\/server\/zone-cities)\.ts$/

const moduleOf = (source: string, names: readonly string[]) => `import data from '${source}'
const texts = JSON.parse(new TextDecoder().decode(data))
${names.map((name) => `export const ${name} = texts.${name}`).join('\n')}`

/** These modules as data of the worker's build: an isolate compiles none of them (docs/decisions/014). */
export function workerTexts(): Plugin {
  return {
    name: 'kismet:worker-texts',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'kismet',
    load: {
      filter: { id: textModules },
      async handler(id) {
        const texts: Record<string, unknown> = await import(pathToFileURL(id).href)
        const file = dataFile(`texts/${basename(id, '.ts')}`)
        this.emitFile({ type: 'asset', fileName: file.fileName, source: JSON.stringify(texts) })
        return moduleOf(file.source, Object.keys(texts))
      },
    },
  }
}
