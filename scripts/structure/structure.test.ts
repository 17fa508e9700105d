import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { diagramStructure } from './diagram.ts'
import { inComments, inNames } from './house-words.ts'
import { arrowsOf, circlesOf, isUpward } from './graph.ts'
import { measure, valueOf } from './measures.ts'
import { readSources } from './sources.ts'

let root = ''
afterEach(() => rmSync(root, { recursive: true, force: true }))

function read(files: Record<string, string>) {
  root = mkdtempSync(join(tmpdir(), 'kismet-structure-'))
  for (const [path, code] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true })
    writeFileSync(join(root, path), code)
  }
  return readSources(root)
}

const arrow = (text: string) => {
  const [from = '', to = ''] = text.split(' ')
  return { from, to }
}

describe('sources', () => {
  test('every way to import a file is an arrow: values, types, re-exports, import(), types of import() and globs', () => {
    const sources = read({
      'src/shared/a.ts': `
        import { b } from './b.ts'
        import type { C } from './c.ts'
        export * from './d.ts'
        const e = () => import('./e.ts')
        type F = import('./f.ts').F
        const g = import.meta.glob('/src/shared/deep/*.ts')
        import { useState } from 'react'
        import './a.css'`,
      'src/ui/h.tsx': `import { a } from '#shared/a.ts'`,
      ...Object.fromEntries([...'bcdef', 'deep/g'].map((name) => [`src/shared/${name}.ts`, 'export {}'])),
      'src/shared/a.test.ts': `import './a.ts'`,
    })
    const names = ['b', 'c', 'd', 'deep/g', 'e', 'f'].map((name) => `src/shared/a.ts src/shared/${name}.ts`)
    expect(arrowsOf(sources)).toEqual([...names, 'src/ui/h.tsx src/shared/a.ts'].map(arrow))
  })

  test('what silences the compiler and casts is counted, `as const` is not', () => {
    const [source] = read({
      'src/shared/a.ts': `
        // @ts-expect-error
        const a: any = b!
        const c = d as unknown as string
        const e = ['as any'] as const`,
    })
    expect(source).toMatchObject({ unchecked: 3, casts: 2 })
  })
})

describe('graph', () => {
  test.each([
    ['src/features/likes/contract.ts src/worker/api.ts', true],
    ['src/db/schema.ts src/features/likes/contract.ts', true],
    ['src/db/schema.ts src/ui/button.tsx', true],
    ['src/layouts/frame.tsx src/pages/home/page.tsx', true],
    ['src/pages/home/page.tsx src/layouts/frame.tsx', false],
    ['src/seed/demo.ts src/features/likes/contract.ts', false],
    ['src/server/env.ts src/server/log.ts', false],
  ])('%s: upward %s', (text, expected) => {
    expect(isUpward(arrow(text))).toBe(expected)
  })

  test('a circle is all that reach each other, and only they', () => {
    const arrows = ['a b', 'b c', 'c a', 'c d', 'd e', 'e d', 'x a', 'd y'].map(arrow)
    expect(circlesOf(arrows)).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ])
  })
})

test('an action that the router is given by its path is mounted by hand', () => {
  const sources = read({ 'src/features/likes/server/routes.ts': `app.get('/one', a).post('/withdraw', b).post(path, c)` })
  expect(valueOf(measure(root, sources), 'actions mounted by hand').places).toEqual([
    'src/features/likes/server/routes.ts: /withdraw',
  ])
})

test('a long file and a broad folder are named with their size', () => {
  const files = Array.from({ length: 26 }, (_, index) => [`src/ui/broad/${index}.tsx`, ''])
  const sources = read({ ...Object.fromEntries(files), 'src/ui/long.css': '\n'.repeat(351) })
  const measures = measure(root, sources)
  expect(valueOf(measures, 'folders over 25 files').places).toEqual(['src/ui/broad: 26'])
  expect(valueOf(measures, 'files over 350 lines').places).toEqual(['src/ui/long.css: 351'])
})

test('a long function and one of many parameters are named, and so are features that use each other', () => {
  const sources = read({
    'src/features/likes/a.ts': `import '../chat/b.ts'\nexport function long() {${'\n'.repeat(80)}}`,
    'src/features/chat/b.ts': `import '../likes/c.ts'\nconst many = (a, b, c, d, e) => a; const few = { of(a, b, c, d) {} }`,
    'src/features/likes/c.ts': '',
  })
  const placesOf = (name: string) => valueOf(measure(root, sources), name).places
  expect(placesOf('functions over 80 lines')).toEqual(['src/features/likes/a.ts: long 81'])
  expect(placesOf('functions of over 4 parameters')).toEqual(['src/features/chat/b.ts: many'])
  expect(placesOf('edges between features')).toEqual(['chat → likes', 'likes → chat'])
  expect(valueOf(measure(root, sources), 'features in circles').value).toBe(2)
})

test('a plugin of the build and the lines of scripts count', () => {
  const sources = read({ 'scripts/build/a.ts': "const plugin = {\n  name: 'kismet:a',\n}\n", 'src/shared/a.ts': '' })
  expect(valueOf(measure(root, sources), 'build plugins of our own').places).toEqual(['scripts/build/a.ts'])
  expect(valueOf(measure(root, sources), 'lines under scripts').value).toBe(3)
})

test('house words are listed as they are compared: one lower-case part of a name', () => {
  const listed = [...Object.keys(inNames), ...Object.keys(inComments)]
  expect(listed.filter((word) => !/^[a-z]+$/.test(word))).toEqual([])
})

test('house words count in names, names of files and comments, each as it is listed', () => {
  const sources = read({
    'src/ui/late-part.ts': `/** Told anew. Too late. */ const toldAt = 'letter', newsletter = 1`,
  })
  expect(valueOf(measure(root, sources), 'house words').value).toBe(4)
})

test('the diagram has each arrow between folders and between features once, and marks what leads up', () => {
  const sources = read({
    'src/features/likes/contract.ts': `import '../chat/contract.ts'; import '../chat/rules.ts'; import '#shared/a.ts'; import '#worker/b.ts'`,
    'src/features/chat/contract.ts': '',
    'src/features/chat/rules.ts': '',
    'src/shared/a.ts': '',
    'src/worker/b.ts': `import '#shared/a.ts'; import '#features/chat/contract.ts'`,
  })
  const diagram = diagramStructure(sources)
  expect(diagram.match(/-->/g)).toHaveLength(4)
  expect(diagram).toContain('n_features["features"] -. up .-> n_worker["worker"]')
  expect(diagram).toContain('n_likes["likes"] --> n_chat["chat"]')
  expect(diagram).toBe(diagramStructure(sources.toReversed()))
})
