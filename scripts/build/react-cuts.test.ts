import { globSync, readFileSync } from 'node:fs'
import { parseAst } from 'vite'
import { describe, expect, test } from 'vitest'
import { cutBranches, withoutUnusedExports, withoutUnusedParts } from './react-cuts.ts'
import { asModule, reactFile } from './react-modules.ts'

const cut = (source: string) => cutBranches(source).text.replaceAll(/\s+/g, ' ')

describe('the branches of React that nothing reaches', () => {
  test('a case of an absent kind goes, with its label and what it does', () => {
    expect(cut('switch (fiber.tag) { case 13: a(); break; case 30: b(); break; case 5: c() }')).toBe(
      'switch (fiber.tag) { case 13: a(); break; case 5: c() }',
    )
    expect(cut('switch (type) { case REACT_LAZY_TYPE: tag = 16; break; case REACT_MEMO_TYPE: tag = 14 }')).toBe(
      'switch (type) { case REACT_MEMO_TYPE: tag = 14 }',
    )
  })

  test('where another case runs on into it, only the label goes', () => {
    expect(cut('switch (fiber.tag) { case 13: case 31: a(); break; case 22: b(); case 23: c(); case 30: d(); }')).toBe(
      'switch (fiber.tag) { case 13: a(); break; case 22: b(); c(); d(); }',
    )
    expect(cut('switch (fiber.tag) { case 31: case 13: a(); break; case 19: b(); case 25: case 5: c() }')).toBe(
      'switch (fiber.tag) { case 13: a(); break; case 5: c() }',
    )
  })

  test('a function keeps the variables that it declared there', () => {
    expect(cut('function f(fiber) { switch (fiber.tag) { case 17: var a = 1; break; case 5: a = 2; return a } }')).toBe(
      'function f(fiber) {var a; switch (fiber.tag) { case 5: a = 2; return a } }',
    )
  })

  test('a comparison with an absent kind is answered, one with an update of state is not', () => {
    expect(cut('if (30 === fiber.tag || 31 !== node.return.tag) f()')).toBe('if (!1 || !0) f()')
    expect(cut('switch (update.tag) { case 1: a(); break; case 2: b() }')).toBe(
      'switch (update.tag) { case 1: a(); break; case 2: b() }',
    )
  })

  test('view transitions never begin', () => {
    expect(cut('shouldStartViewTransition = !0; if (shouldStartViewTransition) f(); var shouldStartViewTransition = !1')).toBe(
      '!0; if (!1) f(); var shouldStartViewTransition = !1',
    )
    expect(cut('var isEligible = (lanes & 335544064) === lanes')).toBe('var isEligible = !1')
  })
})

describe('the installed React', () => {
  test('has all that is cut, and is a module afterwards', () => {
    const source = readFileSync(reactFile('react-dom/client'), 'utf8')
    const text = withoutUnusedParts(source)
    expect(text.length).toBeLessThan(source.length - 50_000)
    expect(() => parseAst(asModule(text))).not.toThrow()
  })

  test('a source without a part that is cut is refused', () => {
    expect(() => withoutUnusedParts('var pendingViewTransition = null')).toThrow('has no appearingViewTransitions')
  })

  test.each([
    ['react', 'lazy'],
    ['react-dom', 'createPortal'],
  ] as const)('%s no longer exports %s', (id, name) => {
    const [file = ''] = reactFile(id).split('/').slice(-1)
    const module = asModule(readFileSync(reactFile(id), 'utf8'))
    const exported = new RegExp(String.raw`\b\w+ as ${name}\b`)
    expect(module).toMatch(exported)
    expect(withoutUnusedExports(module, file)).not.toMatch(exported)
  })
})

test('no fragment has a ref: the browser’s React would not set it', () => {
  const withRefs = globSync('src/**/*.tsx').filter((file) => /<Fragment\b[^>]*\bref=/.test(readFileSync(file, 'utf8')))
  expect(withRefs).toEqual([])
})
