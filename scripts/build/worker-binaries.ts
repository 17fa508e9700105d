import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'
import { dataFile } from './data-files.ts'

/** The sources of `virtual:NAME`. */
const sources = new Map([
  ['breached-passwords', 'src/features/auth/sign-up/server/breached-passwords.bin'],
  ['places', 'src/features/location/server/places/places.bin'],
])
const prefix = '\0virtual:'

/** The file unchanged, beside the worker's modules. */
const packed = (source: string) => `import data from '${source}'
export default new Uint8Array(data)`

/** The same as a script, for development and tests, which accept nothing else. */
const inScript = (bytes: Buffer) =>
  `export default Uint8Array.from(atob('${bytes.toString('base64')}'), (char) => char.charCodeAt(0))`

/** Provides binary files to the worker, such as `virtual:places`. Its build has them as data (docs/decisions/014). */
export function workerBinaries(): Plugin {
  let isBuild = false
  return {
    name: 'kismet:worker-binaries',
    sharedDuringBuild: true,
    configResolved(config) {
      isBuild = config.command === 'build'
    },
    resolveId: (asked) =>
      asked.startsWith('virtual:') && sources.has(asked.slice('virtual:'.length)) ? `\0${asked}` : undefined,
    async load(asked) {
      const name = asked.startsWith(prefix) ? asked.slice(prefix.length) : ''
      const source = sources.get(name)
      if (!source) return undefined
      const bytes = await readFile(source)
      if (!isBuild) return inScript(bytes)
      const file = dataFile(name)
      this.emitFile({ type: 'asset', fileName: file.fileName, source: bytes })
      return packed(file.source)
    },
  }
}
