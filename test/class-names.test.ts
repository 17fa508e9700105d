import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** Every component that takes classes from a module of styles, with that module's classes. */
const components = globSync('src/**/*.tsx').flatMap((file) => {
  const source = readFileSync(file, 'utf8')
  return [...source.matchAll(/import (\w+) from '((?:\.\.?\/|#)[^']*\.module\.css)'/g)].map(([, name = '', path = '']) => {
    const css = readFileSync(path.startsWith('#') ? `src/${path.slice(1)}` : join(dirname(file), path), 'utf8')
    return { file, source, name, classes: new Set([...css.matchAll(/\.([a-z][\w-]*)/gi)].map(([, found]) => found)) }
  })
})

test('no element asks for a class that its styles do not have', () => {
  const missing = components.flatMap(({ file, source, name, classes }) =>
    [...source.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))]
      .filter(([, wanted]) => !classes.has(wanted))
      .map(([lookup]) => `${file}: ${lookup}`),
  )
  expect(components.length).toBeGreaterThan(50)
  expect(missing).toEqual([])
})

test('words that people have written, with their own lines, keep piled marks within their place', () => {
  const rules = globSync('src/**/*.module.css').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/[^{}]*\{[^{}]*white-space: pre-(?:line|wrap)[^{}]*/g)].map(([rule]) => ({
      file,
      rule,
    })),
  )
  expect(rules.length).toBeGreaterThan(5)
  expect(rules.filter(({ rule }) => !rule.includes("composes: written from '#ui/layout/written.module.css'"))).toEqual([])
})
