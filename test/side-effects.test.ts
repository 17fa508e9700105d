import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseSync } from 'vite'

/**
 * The builds drop a module of ours of which nothing is used (vite.config.ts, `moduleSideEffects`). A module that did something when
 * it is evaluated would be dropped silently.
 */
const programs = /^src\/(?:client|service-worker)\/|^src\/worker\/index\.ts$|\.test\.tsx?$/

/** Node types that only declare something. */
const declarations = /^(?:Export\w+|TS\w+|(?:Variable|Function|Class)Declaration)$/

type Statement = { type: string; start: number; specifiers?: unknown[]; source?: { value: string } }

const isImport = ({ type, specifiers, source }: Statement) =>
  type === 'ImportDeclaration' &&
  ((specifiers?.length ?? 0) > 0 || !source?.value.startsWith('.') || source.value.endsWith('.css'))

/** Statements of a module that do more than to import and to declare, each with its line. */
function listEffects(path: string, code: string): string[] {
  const body = parseSync(path, code).program.body as readonly Statement[]
  const effects = body.filter((statement) => !isImport(statement) && !declarations.test(statement.type))
  return effects.map(({ start }) => `${path}:${code.slice(0, start).split('\n').length}`)
}

test('no module that the worker imports does anything when it is evaluated', () => {
  const modules = globSync('src/**/*.{ts,tsx}').filter((path) => !programs.test(path))
  expect(modules.length).toBeGreaterThan(1000)
  expect(modules.flatMap((path) => listEffects(path, readFileSync(path, 'utf8')))).toEqual([])
})

test('a call, an assignment and an import without names count, declarations do not', () => {
  const code = `import './register.ts'
import './card.css'
import { add, type Kind } from './add.ts'
add('card')
globalThis.cards = []
if (cards) add('cards')
export const kinds: Kind[] = [add('kind')]
function addAll() { add('all') }`
  expect(listEffects('card.ts', code)).toEqual(['card.ts:1', 'card.ts:4', 'card.ts:5', 'card.ts:6'])
})
