import type { Plugin } from 'vite'

const lazyFile = /\/src\/.*\/lazy(?:-\w+)?\.tsx?$/
const source = /\b(lazyComponent|heldComponent)\('src\/[\w./-]+',/g

/** The server names a part's module to link its styles (src/shared/react/lazy-component.tsx); a browser is not sent the name. */
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
