import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'
import { dataFile } from './data-files.ts'

const passwords = { id: 'virtual:breached-passwords', source: 'src/features/auth/sign-up/server/breached-passwords.bin' }
const towns = { id: 'virtual:towns', source: 'src/features/location/server/places/places.bin' }

/** The file unchanged, beside the worker's modules. */
const packed = (source: string) => `import data from '${source}'
export default new Uint8Array(data)`

/** The same as a script, for development and tests, which accept nothing else. */
const inScript = (bytes: Buffer) => `Uint8Array.from(atob('${bytes.toString('base64')}'), (char) => char.charCodeAt(0))`

/** Larger files are among those for browsers: an isolate that never needs them does not have them. Nothing in them is secret. */
const fetched = (path: string) => `export default async (assets) => {
  const file = await assets?.fetch('https://assets.invalid/${path}')
  if (file?.ok) return new Uint8Array(await file.arrayBuffer())
  await file?.body?.cancel()
  throw new Error('${path} is not among the files of this deployment')
}`

/** The hash in the name lets browsers and builds treat it as every other file there. */
const townsPath = (bytes: Buffer) => `assets/towns-${createHash('sha256').update(bytes).digest('hex').slice(0, 7)}.bin`

/** Provides binary files to the worker. Its build has them as data (docs/decisions/014) or fetches them (docs/decisions/051). */
export function workerBinaries(): Plugin {
  let isBuild = false
  return {
    name: 'kismet:worker-binaries',
    sharedDuringBuild: true,
    configResolved(config) {
      isBuild = config.command === 'build'
    },
    resolveId: (asked) => (asked === passwords.id || asked === towns.id ? `\0${asked}` : undefined),
    async load(asked) {
      if (asked === `\0${towns.id}`) {
        const bytes = await readFile(towns.source)
        return isBuild ? fetched(townsPath(bytes)) : `export default async () => ${inScript(bytes)}`
      }
      if (asked !== `\0${passwords.id}`) return undefined
      const bytes = await readFile(passwords.source)
      if (!isBuild) return `export default ${inScript(bytes)}`
      const file = dataFile('breached-passwords')
      this.emitFile({ type: 'asset', fileName: file.fileName, source: bytes })
      return packed(file.source)
    },
    async generateBundle() {
      if (!isBuild || this.environment.name !== 'client') return
      const bytes = await readFile(towns.source)
      this.emitFile({ type: 'asset', fileName: townsPath(bytes), source: bytes })
    },
  }
}
