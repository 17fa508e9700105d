import { posix } from 'node:path'
import type { Plugin } from 'vite'

const prefix = 'data-file:'
const placeholder = /data-file:([\w/-]+)/g

/** The two forms of a named piece of data: emitted as `fileName`, imported as `source`. */
export const dataFile = (name: string) => ({ fileName: `${name}.bin`, source: `${prefix}${name}` })

/**
 * Puts data beside the worker's modules. workerd provides it as an ArrayBuffer and does not process it at the start, whereas it
 * compiles every module (docs/decisions/014).
 */
export function dataFiles(): Plugin {
  return {
    name: 'kismet:data-files',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'kismet',
    resolveId: (source) => (source.startsWith(prefix) ? { id: source, external: true } : undefined),
    renderChunk(code, { fileName }) {
      if (!code.includes(prefix)) return null
      const folder = posix.dirname(fileName)
      return { code: code.replaceAll(placeholder, (_, name: string) => relativePath(folder, dataFile(name).fileName)), map: null }
    },
  }
}

function relativePath(folder: string, file: string): string {
  const path = posix.relative(folder, file)
  return path.startsWith('.') ? path : `./${path}`
}
