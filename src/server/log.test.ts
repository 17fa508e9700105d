import { globSync, readFileSync } from 'node:fs'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { afterEach, expect, test, vi } from 'vitest'
import { fail, log, reasonOf, stackOf, warn } from './log.ts'

afterEach(() => void vi.restoreAllMocks())

const failed = new DrizzleQueryError(
  'update "members" set "email" = ? where "id" = ?',
  ['nora@example.test\n    at home', 'id-1'],
  new Error('D1_ERROR: UNIQUE constraint failed: members.email'),
)

test('a failed query is logged by its statement and its cause, never by its parameters', () => {
  expect(reasonOf(failed)).toBe(
    'Failed query: update "members" set "email" = ? where "id" = ?: D1_ERROR: UNIQUE constraint failed: members.email',
  )
  expect(reasonOf(failed)).not.toContain('nora')
})

test('a failed query of an object, which arrives as a common error, is logged without its parameters, too', () => {
  const arrived = new Error(failed.message)
  expect(arrived.message).toContain('nora')
  for (const logged of [reasonOf(arrived), stackOf(arrived)]) {
    expect(logged).toContain('update "members" set "email" = ? where "id" = ?')
    expect(logged).not.toMatch(/nora|at home|id-1|params/)
  }
})

test('a stack names the error and where it happened', () => {
  const stack = stackOf(new TypeError('not a function'))
  expect(stack).toMatch(/^TypeError: not a function\n\s+at .*log\.test\.ts/)
  expect(stackOf('gone')).toBe('gone')
})

test('a stack of a failed query holds no parameter, also none that looks like a frame', () => {
  expect(stackOf(failed)).toContain('log.test.ts')
  expect(stackOf(failed)).not.toMatch(/nora|at home|id-1/)
})

test('a parser that quotes what it could not read is logged without the quotation', () => {
  const parse = () => JSON.parse('dinner at eight, Nora?')
  expect(parse).toThrow(/dinner/)
  const unread = (() => {
    try {
      return parse()
    } catch (error) {
      return error
    }
  })()
  expect(reasonOf(unread)).toBe('not readable')
  expect(stackOf(unread)).not.toContain('dinner')
})

test.each([
  ['destination <nora@example.test> is not verified', 'destination <[address]> is not verified'],
  ['GET https://kismet.example/sign-in?t=abc&step=1 failed', 'GET https://kismet.example/sign-in?… failed'],
  [`refused ${'e'.repeat(43)}`, 'refused [token]'],
  ['refused eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9abcdef.eyJzdWIiOiJ4In0.c2ln', 'refused [token]'],
  ['D1_ERROR: UNIQUE constraint failed: members.email', 'D1_ERROR: UNIQUE constraint failed: members.email'],
])('what another program says is logged without people’s data: %s', (message, logged) => {
  expect(reasonOf(new Error(message))).toBe(logged)
  expect(reasonOf(message)).toBe(logged)
})

test('every line is one JSON object with its level and its source', () => {
  const lines: unknown[] = []
  for (const name of ['log', 'warn', 'error'] as const)
    vi.spyOn(console, name).mockImplementation((...parts) => void lines.push(name, ...parts))
  log('info', 'request', { status: 200, code: undefined })
  warn('mail', new Error('two\nlines'))
  fail('mail', new Error('away'), { requestId: 'r-1' })
  log('security', 'flood')
  expect(lines.filter((_, index) => index % 2 === 0)).toEqual(['log', 'warn', 'error', 'warn'])
  expect(lines.filter((_, index) => index % 2 === 1).map((line) => JSON.parse(String(line)))).toEqual([
    { level: 'info', what: 'request', status: 200 },
    { level: 'warn', what: 'mail', reason: 'two\nlines' },
    { level: 'error', what: 'mail', requestId: 'r-1', stack: expect.stringMatching(/^Error: away\n +at /) },
    { level: 'security', what: 'flood' },
  ])
  expect(lines.some((line) => String(line).includes('\n'))).toBe(false)
})

test('nothing else of the server writes to the console', () => {
  const files = globSync([
    'src/{server,objects,worker,db,seed}/**/*.{ts,tsx}',
    'src/features/**/server/**/*.ts',
    'src/pages/*/load*.ts',
  ])
  const writers = files.filter((path) => !path.includes('.test.') && /\bconsole\b/.test(readFileSync(path, 'utf8')))
  expect(writers).toEqual(['src/server/log.ts'])
})
