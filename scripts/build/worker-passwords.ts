import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'
import { dataFile } from './data-files.ts'

const id = 'virtual:breached-passwords'
const source = 'src/features/auth/sign-up/server/breached-passwords.bin'
const file = dataFile('breached-passwords')

/** The file unchanged, beside the worker's modules. */
const packed = `import data from '${file.source}'
export default new Uint8Array(data)`

/** The same as a script, for development and tests, which accept nothing else. */
const inScript = (bytes: Buffer) =>
  `export default Uint8Array.from(atob('${bytes.toString('base64')}'), (char) => char.charCodeAt(0))`

/** Provides `virtual:breached-passwords` to the worker. Its build has them as data (docs/decisions/014). */
export function workerPasswords(): Plugin {
  let isBuild = false
  return {
    name: 'kismet:worker-passwords',
    sharedDuringBuild: true,
    configResolved(config) {
      isBuild = config.command === 'build'
    },
    resolveId: (asked) => (asked === id ? `\0${id}` : undefined),
    async load(asked) {
      if (asked !== `\0${id}`) return undefined
      const bytes = await readFile(source)
      if (!isBuild) return inScript(bytes)
      this.emitFile({ type: 'asset', fileName: file.fileName, source: bytes })
      return packed
    },
  }
}
