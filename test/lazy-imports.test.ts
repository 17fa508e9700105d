import { expect, test } from 'vitest'
import { withLoader } from './support/vite/lazy-imports.ts'

test('each dynamic import of the worker under test goes through the loader', () => {
  const code = withLoader("const pages = { a: () => import('/a.ts'), b: () => import('/b.ts') }", '/src/pages.ts')
  expect(code).toContain(`a: () => __loadOnce("/src/pages.ts:25", () => import('/a.ts'))`)
  expect(code).toContain(`() => import('/b.ts')) }`)
  expect(code.match(/__loadOnce\(/g)).toHaveLength(2)
})

test('code without one stays as it is', () => {
  const code = "const text = 'import(x)'"
  expect(withLoader(code, '/src/text.ts')).toBe(code)
})
