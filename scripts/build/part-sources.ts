import type { Plugin } from 'vite'

const partsFile = /\/src\/.*-parts?\.tsx?$/
const source = /\b(part|heldPart)\('src\/[\w./-]+',/g

/** The server names a part's module to link its styles (src/shared/react/part.tsx); a browser is not sent the name. */
export function partSources(): Plugin {
  return {
    name: 'kismet:part-sources',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      filter: { id: partsFile },
      handler: (code) => ({ code: code.replace(source, "$1('',"), map: null }),
    },
  }
}
