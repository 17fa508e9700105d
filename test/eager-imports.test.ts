import { expect, test } from 'vitest'
import { withEagerImports } from './support/vite/eager-imports.ts'

test('each dynamic import of a named module becomes a static one', () => {
  const code = withEagerImports("const open = async () => (await import('./a.ts')).a\nconst b = () => import('./b.ts')")
  expect(code).toBe(
    'import * as __eager0 from "./a.ts";import * as __eager1 from "./b.ts";' +
      'const open = async () => (await Promise.resolve(__eager0)).a\nconst b = () => Promise.resolve(__eager1)',
  )
})

test('one whose module is chosen while it runs stays as it is', () => {
  const code = 'const load = (name) => import(name)'
  expect(withEagerImports(code)).toBe(code)
})
