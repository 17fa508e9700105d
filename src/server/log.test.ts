import { DrizzleQueryError } from 'drizzle-orm/errors'
import { expect, test } from 'vitest'
import { reasonOf, stackOf } from './log.ts'

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

test('a stack names the error and where it happened', () => {
  const stack = stackOf(new TypeError('not a function'))
  expect(stack).toMatch(/^TypeError: not a function\n\s+at .*log\.test\.ts/)
  expect(stackOf('gone')).toBe('gone')
})

test('a stack of a failed query holds no parameter, also none that looks like a frame', () => {
  expect(stackOf(failed)).toContain('log.test.ts')
  expect(stackOf(failed)).not.toMatch(/nora|at home|id-1/)
})
