import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'

/** Documents that say where something is: each path leads to a file or folder, which has what it is named for. */

/** The cells of a page's tables, without their heads. */
function rowsOf(page: string): string[][] {
  const lines = readFileSync(page, 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    const isHead = /^\|[\s|:-]+$/.test(lines[index + 1] ?? '')
    if (!line.startsWith('|') || isHead || /^\|[\s|:-]+$/.test(line)) return []
    return [
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    ]
  })
}

const inBackticks = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
const isPath = (code: string) => code.includes('/') || /\.(?:ts|tsx|toml|md)$/.test(code)

/** The files and folders of a path, which may leave out `src/` and may hold stars. */
function resolve(path: string): string[] {
  return [path, `src/${path}`].flatMap((each) => (each.includes('*') ? globSync(each) : existsSync(each) ? [each] : []))
}

const textOf = (path: string): string =>
  statSync(path).isFile()
    ? readFileSync(path, 'utf8')
    : readdirSync(path, { recursive: true, encoding: 'utf8' }).join('\n') +
      globSync(`${path}/{contract,rules}.ts`)
        .map((file) => readFileSync(file, 'utf8'))
        .join('\n')

/** Features whose parts count as features of their own. */
const inParts = ['src/features/auth', 'src/features/encounters']
const features = [
  ...globSync('src/features/*').filter((path) => !inParts.includes(path)),
  ...inParts.flatMap((path) => globSync(`${path}/*`)),
]

describe('where.md', () => {
  const rows = rowsOf('docs/where.md').map(([question = '', answer = '']) => ({ question, codes: inBackticks(answer) }))

  test.each(rows)('$question', ({ codes }) => {
    const paths = codes.filter(isPath)
    // A file beside another one may stand without its folder.
    const beside = paths.flatMap((path) => path.replace(/[^/]*$/, ''))
    const found = paths.map((path) => [path, ...beside.map((folder) => folder + path)].flatMap(resolve))
    expect(paths.filter((_, index) => found[index]?.length === 0)).toEqual([])
    const texts = found.flat().map(textOf).join('\n')
    expect(codes.filter((code) => !isPath(code) && !texts.includes(code.split('.').at(-1) ?? code))).toEqual([])
  })

  test('asks about every floor, every feature and every room of the store', () => {
    const asked = rows.flatMap(({ codes }) => codes)
    const rooms = globSync('src/features/store/*/server').map((path) => path.replace(/\/server$/, ''))
    const folders = [...globSync('src/*'), ...features, ...rooms].filter((path) => !path.includes('.'))
    expect(folders.length).toBeGreaterThan(40)
    expect(folders.filter((folder) => !asked.some((code) => code.startsWith(`${folder}/`)))).toEqual([])
  })
})

describe('glossary.md', () => {
  const rows = rowsOf('docs/glossary.md').map(([term = '', , where = '']) => ({ term, codes: inBackticks(where) }))
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z\n]/g, '')
  /** In the singular and in the plural. */
  const wordsOf = (term: string) =>
    term
      .split(/[(),]/)
      .map(plain)
      .filter(Boolean)
      .flatMap((word) => [word, word.replace(/y$/, 'ies')])

  test.each(rows.filter(({ codes }) => codes.length > 0))('$term', ({ term, codes }) => {
    const paths = codes.filter(isPath)
    expect(paths.filter((path) => resolve(path).length === 0)).toEqual([])
    const words = wordsOf(term)
    const defines = (text: string) => words.some((word) => plain(text).includes(word))
    // A table stands by its name.
    const tables = codes.filter((code) => /^[a-z]+$/.test(code))
    const schema = textOf('src/db/schema.ts') + globSync('src/db/schema/*.ts').map(textOf).join('\n')
    expect(tables.filter((name) => !schema.includes(`'${name}'`))).toEqual([])
    const texts = paths.flatMap(resolve).map((path) => `${path}\n${textOf(path)}`)
    expect(tables.length > 0 || texts.some(defines), `none of them has '${term}'`).toBe(true)
  })

  test('a term that a feature is named after leads to that feature', () => {
    const elsewhere = rows.filter(({ term, codes }) => {
      const named = [...inParts, ...features].filter((feature) =>
        wordsOf(term).some((word) => [word, `${word}s`].includes(plain(basename(feature)))),
      )
      return named.length > 0 && !named.some((feature) => codes.some((code) => code.includes(feature.replace('src/', ''))))
    })
    expect(elsewhere.map(({ term }) => term)).toEqual([])
  })
})

describe('growth.md', () => {
  test('names every table of D1 once', () => {
    const schema = globSync('src/db/schema/*.ts').map(textOf).join('\n')
    const tables = [...schema.matchAll(/sqliteTable\(\s*'(\w+)'/g)].map(([, name = '']) => name)
    expect(tables.length).toBeGreaterThan(60)
    const [, section = ''] = readFileSync('docs/growth.md', 'utf8').split(/^## In /m)
    const named = section.split('\n').flatMap((line) => (line.startsWith('| `') ? inBackticks(line.split('|')[1] ?? '') : []))
    expect(named.toSorted()).toEqual(tables.toSorted())
  })
})
