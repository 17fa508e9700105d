import { SourceMap } from 'node:module'
import { transformWithOxc } from 'vite'
import { expect, test } from 'vitest'
import { applyEdits, moveMappings, type Edit } from './source-map-edits.ts'

const source = `const before = list('#long-enough')
export function one() { return two('#short', before) }
export function two(a: unknown, b: unknown) { throw new Error(String([a, b])) }
`

/** Makes the first marked text shorter, and the other one longer. */
const editsIn = (code: string): Edit[] =>
  [...code.matchAll(/#[\w-]+/g)].map(({ index, 0: text }, turn) => ({
    at: index,
    length: text.length,
    text: turn === 0 ? '' : '#'.repeat(60),
  }))

test('after edits within its lines, a map still names the source of everything outside of them', async () => {
  const { code, map } = await transformWithOxc(source, 'source.ts', { sourcemap: true })
  const edits = editsIn(code)
  expect(edits).toHaveLength(2)
  const edited = applyEdits(code, edits)
  const { mappings = '', sources = [], names = [] } = map ?? {}
  const payload = { file: 'out.js', version: 3, sources, names, sourcesContent: [], sourceRoot: '', mappings }
  const maps = {
    before: new SourceMap(payload),
    after: new SourceMap({ ...payload, mappings: moveMappings(mappings, code, edits) }),
  }
  for (const word of ['const', 'before', 'one', 'two', 'before)', 'throw', 'Error', 'String']) {
    const place = (text: string) => {
      const lines = text.slice(0, text.lastIndexOf(word)).split('\n')
      return [lines.length - 1, lines.at(-1)?.length ?? 0] as const
    }
    expect(maps.after.findEntry(...place(edited)), word).toMatchObject(pick(maps.before.findEntry(...place(code))))
  }
})

function pick(entry: object) {
  const { originalLine, originalColumn } = { originalLine: -1, originalColumn: -1, ...entry }
  return { originalLine, originalColumn }
}

test('without edits nothing moves', () => {
  expect([moveMappings('AAAA;AACA', 'a\nb', []), applyEdits('abc', [])]).toEqual(['AAAA;AACA', 'abc'])
})
