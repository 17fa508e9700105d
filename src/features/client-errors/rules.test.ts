import { describe, expect, test } from 'vitest'
import { maxFrames } from './contract.ts'
import { describeError, signatureOf } from './rules.ts'

const origin = 'https://kismet.example'
const at = (file: string) => `${origin}/assets/${file}`
const describeHere = (error: unknown, componentStack?: string) => describeError({ kind: 'error', error, componentStack }, origin)

/** An error as a browser would have created it. */
const made = (name: string, message: string, stack: string) => Object.assign(new Error(message), { name, stack })

const inChrome = `TypeError: Cannot read 'dinner with Nora' of undefined
    at Form (${at('page-AbC_-12.js')}:1:204)
    at async ${at('start-zM8kVSZ.js')}:2:10
    at chrome-extension://abcdef/inject.js:1:1`
const inFirefox = `Form@${at('page-AbC_-12.js')}:1:204\n@${at('start-zM8kVSZ.js')}:2:10\n`

describe('an error of a browser', () => {
  test.each([
    ['Chrome', inChrome],
    ['Firefox or Safari', inFirefox],
  ])('is described by its name and its frames in our files, in %s', (_, stack) => {
    expect(describeHere(made('TypeError', "Cannot read 'dinner with Nora' of undefined", stack))).toEqual({
      kind: 'error',
      name: 'TypeError',
      frames: ['page-AbC_-12.js:1:204', 'start-zM8kVSZ.js:2:10'],
    })
  })

  test('leaves its message out, whatever it says', () => {
    const texts = ['dinner at eight', 'nora@example.test', '/sign-in?t=secret', `${at('x.js')}:1:2 dinner`]
    for (const text of texts) {
      const described = JSON.stringify(describeHere(made(text, text, `${text}: ${text}\n    at ${at('page-AbC_-12.js')}:1:204`)))
      expect(described).not.toMatch(/dinner|nora|secret/)
      expect(described).toContain('"name":"Error"')
    }
  })

  test.each([
    ['Minified React error #418; visit https://react.dev/errors/418?args[]=dinner', 'react-418'],
    ['Failed to fetch dynamically imported module: https://kismet.example/assets/a.js', 'import'],
    ['Importing a module script failed.', 'import'],
    ['Failed to fetch', 'network'],
    ['Load failed', 'network'],
    ['Who failed to fetch dinner?', undefined],
  ])('has a code for the message “%s”', (message, code) => {
    expect(describeHere(made('Error', message, inFirefox))?.code).toBe(code)
  })

  test('of React has the frames of its components, too, and never more than a few', () => {
    const componentStack = `\n    at b (${at('member-B.js')}:1:7)\n    at div`
    expect(describeHere(made('Error', 'x', inFirefox), componentStack)?.frames.at(-1)).toBe('member-B.js:1:7')
    const long = Array.from({ length: 60 }, (_, line) => `@${at('a.js')}:${line}:1`).join('\n')
    expect(describeHere(made('Error', 'x', long))?.frames).toHaveLength(maxFrames)
  })

  test.each([
    ['of another origin', made('Error', 'x', 'at https://elsewhere.example/assets/a.js:1:2')],
    ['of an extension', made('Error', 'x', 'at chrome-extension://abcdef/assets/a.js:1:1')],
    ['of the console', made('Error', 'x', 'at <anonymous>:1:1')],
    ['that was aborted on purpose', made('AbortError', 'x', inFirefox)],
    ['that is no object', 'dinner'],
    ['that is nothing', undefined],
    ['that is null', null],
  ])('%s is not reported', (_, error) => {
    expect(describeHere(error)).toBeNull()
  })

  test('is the same as another one by its kind, name, code and innermost frame', () => {
    const report = { kind: 'error', name: 'Error', frames: ['a.js:1:2', 'b.js:1:2'] } as const
    const of = (changed: object) => signatureOf({ ...report, frames: [...report.frames], ...changed })
    expect(of({ frames: ['a.js:1:2', 'c.js:1:2'] })).toBe(of({}))
    for (const changed of [{ frames: ['a.js:1:3'] }, { kind: 'rejection' }, { name: 'TypeError' }, { code: 'import' }])
      expect(of(changed)).not.toBe(of({}))
  })
})
