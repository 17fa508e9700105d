import type { Plugin } from 'vite'

/**
 * Components and their helpers, but not the lists of lazy components, which the server may render
 * (src/shared/react/lazy-component.tsx).
 */
const interfaceFile = /\/src\/(?:ui|features\/(?:[\w-]+\/)+?ui|pages\/[\w-]+)\/(?!(?:.*\/)?lazy(?:-(?!browser)\w+)?\.tsx?$)/
const id = '\0browser-import'

/**
 * Excludes from the worker what the interface imports on demand: effects, handlers and dialogs run in a browser only. Otherwise
 * the isolate would compile these modules at its start (docs/decisions/014).
 */
export function browserImports(): Plugin {
  return {
    name: 'kismet:browser-imports',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'kismet',
    resolveId(_source, importer, { kind }) {
      return kind === 'dynamic-import' && importer && interfaceFile.test(importer) ? id : undefined
    },
    load: (source) =>
      source === id
        ? `throw new Error('This import is for browsers: what the server renders on demand is a part (src/shared/react/lazy-component.tsx)')`
        : undefined,
  }
}
