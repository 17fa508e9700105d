import { parseSync, type Plugin, Visitor } from 'vite'

const property = /\\p\{/i

/**
 * Writes literal patterns with `\p{…}` as `new RegExp(…)` in the worker. When an isolate starts, V8 checks every literal of every
 * module, and looks up each property in all of Unicode. A string costs nothing until its line runs.
 */
export function workerPatterns(): Plugin {
  return {
    name: 'kismet:worker-patterns',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'kismet',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: property },
      handler: (code, id) => ({ code: withoutPropertyLiterals(code, id), map: null }),
    },
  }
}

/** The same source with every literal that contains a Unicode property written as a call of the constructor. */
export function withoutPropertyLiterals(code: string, fileName: string): string {
  const calls: { start: number; end: number; text: string }[] = []
  const { program } = parseSync(fileName, code)
  new Visitor({
    Literal(node) {
      if (!('regex' in node) || !property.test(node.regex.pattern)) return
      const { pattern, flags } = node.regex
      calls.push({ start: node.start, end: node.end, text: `new RegExp(${JSON.stringify(pattern)}, '${flags}')` })
    },
  }).visit(program)
  // From the end, so that earlier positions stay valid.
  return calls
    .toSorted((a, b) => b.start - a.start)
    .reduce((written, { start, end, text }) => written.slice(0, start) + text + written.slice(end), code)
}
