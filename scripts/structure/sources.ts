import { globSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'
import { parseSync } from 'vite'

/** The facts about one file of src that the measures need. Tests do not count as sources. */
export type Source = {
  /** From the project's root: `src/shared/brand.ts`. */
  path: string
  /** Paths of the files of src that it imports, each once: values and types, static and dynamic. */
  imports: string[]
  /** `any`, non-null assertions and comments that silence the compiler. */
  unchecked: number
  /** `as X`; `as const` does not count. */
  casts: number
  names: string[]
  comments: string[]
  /** Paths of actions mounted on the router in this file, as in `.post('/withdraw', …)`. */
  mounted: string[]
  /** Complete paths under /api in this file. */
  addresses: string[]
  functions: { name: string; lines: number; parameters: number }[]
}

type Node = { type: string } & Record<string, unknown>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const isTest = /\.test\.tsx?$/
const mounts = new Set<unknown>(['post', 'put', 'patch', 'delete'])

/** Reads every source under `root`/src, in the order of their paths. */
export function readSources(root: string): Source[] {
  const paths = globSync('src/**/*.{ts,tsx}', { cwd: root }).toSorted()
  const known = new Set(paths)
  return paths.filter((path) => !isTest.test(path)).map((path) => readSource(root, path, known))
}

function readSource(root: string, path: string, known: ReadonlySet<string>): Source {
  const code = readFileSync(join(root, path), 'utf8')
  const { program, comments } = parseSync(path, code)
  const source: Source = {
    path,
    imports: [],
    unchecked: comments.filter(({ value }) => /@ts-(?:ignore|expect-error|nocheck)/.test(value)).length,
    casts: 0,
    names: [],
    comments: comments.map(({ value }) => value),
    mounted: [],
    addresses: [],
    functions: [],
  }
  const imports = new Set<string>()
  walk(program, (node) => {
    for (const target of importedBy(node).flatMap((specifier) => resolve(path, specifier, known))) imports.add(target)
    count(node, source)
    source.functions.push(...functionIn(node, code))
  })
  source.imports = [...imports].toSorted()
  return source
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) walk(item, visit)
  else if (isNode(value)) {
    visit(value)
    for (const key in value) walk(value[key], visit)
  }
}

/** The specifiers of an import or re-export, of `import()`, of a type such as `import('./a.ts').A`, and of a Vite glob. */
function importedBy(node: Node): string[] {
  if (node.type === 'CallExpression') return globsOf(node)
  const isImport = /^(?:Import(?:Declaration|Expression)|Export(?:Named|All)Declaration|TSImportType)$/.test(node.type)
  return isImport ? [textOf(node['source']) ?? []].flat() : []
}

function globsOf({ callee, arguments: args }: Node): string[] {
  if (propertyOf(callee) !== 'glob' || !Array.isArray(args)) return []
  const patterns: unknown = isNode(args[0]) && args[0].type === 'ArrayExpression' ? args[0]['elements'] : args.slice(0, 1)
  return Array.isArray(patterns) ? patterns.flatMap((pattern: unknown) => textOf(pattern) ?? []) : []
}

/** `post` of `app.post`. */
function propertyOf(callee: unknown): unknown {
  const property = isNode(callee) && callee.type === 'MemberExpression' ? callee['property'] : null
  return isNode(property) ? property['name'] : undefined
}

function textOf(value: unknown): string | undefined {
  return isNode(value) && value.type === 'Literal' && typeof value['value'] === 'string' ? value['value'] : undefined
}

/** Empty for packages, styles and virtual modules. */
function resolve(from: string, specifier: string, known: ReadonlySet<string>): string[] {
  if (specifier.startsWith('/')) return [...known].filter((path) => matchesGlob(path, specifier.slice(1)))
  const path = specifier.startsWith('#') ? `src/${specifier.slice(1)}` : join(dirname(from), specifier)
  return known.has(path) ? [path] : []
}

function count(node: Node, source: Source): void {
  const text = textOf(node)
  if (text?.startsWith('/api/')) source.addresses.push(text)
  if (node.type === 'TSAnyKeyword' || node.type === 'TSNonNullExpression') source.unchecked++
  if (node.type === 'TSAsExpression' || node.type === 'TSTypeAssertion') source.casts += isConst(node['typeAnnotation']) ? 0 : 1
  if (/^(?:JSX|Private)?Identifier$/.test(node.type) && typeof node['name'] === 'string') source.names.push(node['name'])
  if (node.type === 'CallExpression') source.mounted.push(...mountedBy(node))
}

/** A declared function, or a method or a constant that is one, with its name; others are parts of these. */
function functionIn(node: Node, code: string): Source['functions'] {
  const made = node.type === 'FunctionDeclaration' ? node : node.type === 'VariableDeclarator' ? node['init'] : node['value']
  if (!isNode(made) || !/Function/.test(made.type) || !Array.isArray(made['params'])) return []
  const named = node['id'] ?? node['key']
  const lines = code.slice(Number(node['start']), Number(node['end'])).split('\n').length
  return [{ name: isNode(named) ? String(named['name']) : '', lines, parameters: made['params'].length }]
}

function isConst(type: unknown): boolean {
  return isNode(type) && isNode(type['typeName']) && type['typeName']['name'] === 'const'
}

function mountedBy({ callee, arguments: args }: Node): string[] {
  const path = mounts.has(propertyOf(callee)) && Array.isArray(args) ? textOf(args[0]) : undefined
  return path?.startsWith('/') ? [path] : []
}
