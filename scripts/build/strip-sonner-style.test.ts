// @vitest-environment node
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { withoutSonnerStyle } from './strip-sonner-style.ts'

const file = createRequire(import.meta.url)
  .resolve('sonner')
  .replace('index.js', 'index.mjs')
const source = readFileSync(file, 'utf8')

test("sonner's module loses the call that injects its style and nothing else", () => {
  const [before = '', call = ''] = source.split('\n__insertCSS("')
  const stripped = withoutSonnerStyle(source)
  expect(stripped).toBe(`${before}\n${call.slice(call.indexOf('");\n') + 4)}`)
  expect(stripped).not.toContain('data-sonner-toaster][dir=ltr]')
  expect(stripped).toContain('export { Toaster, toast, useSonner }')
})

test('a module without that call is refused', () => {
  expect(() => withoutSonnerStyle('export {}')).toThrow(/does not inject its style/)
})
