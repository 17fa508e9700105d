import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseSync } from 'vite'

/** Where formats are made and kept. */
const keeper = 'src/shared/intl/formats.ts'

/** Other than these, a part of Intl is a format, which takes many times longer to make than to use. */
const cheap = new Set(['Locale'])

/** Methods that make a format for each call. */
const makesFormat = new Set(['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString', 'localeCompare'])

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const nameOf = (node: unknown): unknown => (isRecord(node) ? node['name'] : undefined)

/** Formats that this code makes whenever a function of it runs, each with its line. */
function listFormats(path: string, code: string): string[] {
  const found: string[] = []
  const note = ({ start }: Record<string, unknown>) => found.push(`${path}:${code.slice(0, Number(start)).split('\n').length}`)
  const visit = (node: unknown, isInFunction: boolean): void => {
    if (Array.isArray(node)) return node.forEach((each) => visit(each, isInFunction))
    if (!isRecord(node)) return
    const { type, callee } = node
    if (isRecord(callee) && callee['type'] === 'MemberExpression') {
      const property = String(nameOf(callee['property']))
      const isFormat = type === 'NewExpression' && nameOf(callee['object']) === 'Intl' && !cheap.has(property)
      if ((isFormat && isInFunction) || (type === 'CallExpression' && makesFormat.has(property))) note(node)
    }
    const isFunction = typeof type === 'string' && /Function/.test(type)
    for (const part of Object.values(node)) visit(part, isInFunction || isFunction)
  }
  visit(parseSync(path, code).program.body, false)
  return found
}

test('no request makes a format: those of src/shared/intl/formats.ts are kept', () => {
  const modules = globSync('src/**/*.{ts,tsx}').filter(
    (path) => path !== keeper && !/^src\/(?:client|service-worker)\/|\.test\.tsx?$/.test(path),
  )
  const made = modules.flatMap((path) => {
    const code = readFileSync(path, 'utf8')
    return /Intl\.|toLocale|localeCompare/.test(code) ? listFormats(path, code) : []
  })
  expect(made).toEqual([])
})

test('a format in a function counts, and one of a module, or a letter in its language, does not', () => {
  const code = `const format = new Intl.NumberFormat('en')
export const write = (value) => new Intl.NumberFormat('en').format(value)
export function label(value) { return value.toLocaleString('en') }
export const upper = (text) => text.toLocaleUpperCase('tr')
export const region = (lang) => new Intl.Locale(lang).region`
  expect(listFormats('a.ts', code)).toEqual(['a.ts:2', 'a.ts:3'])
})
