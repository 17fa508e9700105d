import type { Plugin } from 'vite'

const lazyFile = /\/src\/.*\/lazy(?:-\w+)?\.tsx?$/
const source = /\b(lazyComponent|heldComponent)\('src\/[\w./-]+',/g

/**
 * The server names a lazy component's module to link its styles (src/shared/react/lazy-component.tsx). A browser does
 * not need the name.
 */
export function lazySources(): Plugin {
  return {
    name: 'kismet:part-sources',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      filter: { id: lazyFile },
      handler: (code) => ({ code: code.replace(source, "$1('',"), map: null }),
    },
  }
}
