import { fileURLToPath } from 'node:url'
import { parseAst, type Plugin } from 'vite'

export interface Import {
  start: number
  end: number
  /** What is imported, where it is written as a text. */
  source: string | undefined
}

const loader = fileURLToPath(new URL('../worker/load-once.ts', import.meta.url))

/**
 * Makes the tests' worker load its lazy modules one after another, and each once.
 *
 * In tests a dynamic import is a call to Vite within a request, and parallel requests for one module share a promise. The Workers
 * runtime sometimes refuses that ("Cannot perform I/O on behalf of a different request"): a test fails, or the run hangs. The
 * built worker makes no such calls.
 */
export function lazyImports(): Plugin {
  return {
    name: 'kismet:lazy-imports',
    // Runs after Vite has expanded `import.meta.glob`.
    enforce: 'post',
    transform(code, id) {
      if (id.includes('/node_modules/') || !code.includes('import(')) return undefined
      return { code: withLoader(code, id), map: null }
    },
  }
}

/** The code with each `import(x)` as `loadOnce(key, () => import(x))`. */
export function withLoader(code: string, id: string): string {
  const imports = findImports(parseAst(code)).toSorted((a, b) => b.start - a.start)
  if (imports.length === 0) return code
  const wrapped = imports.reduce((text, { start, end }) => {
    const place = JSON.stringify(`${id}:${start}`)
    return `${text.slice(0, start)}__loadOnce(${place}, () => ${text.slice(start, end)})${text.slice(end)}`
  }, code)
  return `import { loadOnce as __loadOnce } from ${JSON.stringify(loader)};${wrapped}`
}

export function findImports(node: unknown): Import[] {
  if (typeof node !== 'object' || node === null) return []
  const inside = Object.values(node).flatMap(findImports)
  return isImport(node) ? [{ start: node.start, end: node.end, source: textOf(node.source) }, ...inside] : inside
}

function isImport(node: object): node is { start: number; end: number; source: object } {
  return 'type' in node && node.type === 'ImportExpression'
}

function textOf(source: object): string | undefined {
  return 'value' in source && typeof source.value === 'string' ? source.value : undefined
}
