import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { dataFile } from './data-files.ts'

/** Modules that hold nothing but texts of the demo's members. */
const textModules = /\/src\/db\/seed\/demo\/(?:languages\/all|dialogues)\.ts$/

const moduleOf = (source: string, names: readonly string[]) => `import data from '${source}'
const texts = JSON.parse(new TextDecoder().decode(data))
${names.map((name) => `export const ${name} = texts.${name}`).join('\n')}`

/** What the demo's members say, as data of the worker's build: an isolate that never seeds does not read it (docs/decisions/014). */
export function workerDemo(): Plugin {
  return {
    name: 'kismet:worker-demo',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'kismet',
    load: {
      filter: { id: textModules },
      async handler(id) {
        const texts: Record<string, unknown> = await import(pathToFileURL(id).href)
        const file = dataFile(`demo-${basename(id, '.ts')}`)
        this.emitFile({ type: 'asset', fileName: file.fileName, source: JSON.stringify(texts) })
        return moduleOf(file.source, Object.keys(texts))
      },
    },
  }
}
