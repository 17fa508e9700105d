import { parseAst, type Plugin } from 'vite'
import { findImports } from './lazy-imports.ts'

/**
 * Loads what the objects load on demand with the modules that ask for it.
 *
 * In tests a dynamic import is a call to Vite, which takes real time. Simulated time does not wait for it: on a busy machine,
 * an evening of the same seed would be another one.
 */
export function eagerImports(): Plugin {
  return {
    name: 'kismet:eager-imports',
    // Runs after Vite has expanded `import.meta.glob`.
    enforce: 'post',
    transform(code, id) {
      if (id.includes('/node_modules/') || !code.includes('import(')) return undefined
      return { code: withEagerImports(code), map: null }
    },
  }
}

/** The code with each `import('x')` as `Promise.resolve(x)`, and x among its imports; other dynamic imports stay. */
export function withEagerImports(code: string): string {
  const named = findImports(parseAst(code)).filter(({ source }) => source !== undefined)
  const imports = named.map(({ source }, index) => `import * as __eager${index} from ${JSON.stringify(source)};`)
  const calls = named.map(({ start, end }, index) => ({ start, end, index })).toSorted((a, b) => b.start - a.start)
  const body = calls.reduce(
    (text, { start, end, index }) => `${text.slice(0, start)}Promise.resolve(__eager${index})${text.slice(end)}`,
    code,
  )
  return imports.join('') + body
}
