import { describe, expect, it } from 'vitest'
import { isUndoable, judgeCode } from './rules.ts'

describe('a code', () => {
  it.each([
    [{ expiresAt: 101, tries: 0 }, 'open'],
    [{ expiresAt: 101, tries: 4 }, 'open'],
    [{ expiresAt: 101, tries: 5 }, 'spent'],
    [{ expiresAt: 100, tries: 0 }, 'expired'],
    [{ expiresAt: 100, tries: 5 }, 'spent'],
  ] as const)('with %o is %s', (facts, status) => {
    expect(judgeCode(facts, 100)).toBe(status)
  })
})

describe('a change of address', () => {
  it.each([
    ['open', { undoUntil: 101, undoneAt: null }, true],
    ['too old', { undoUntil: 100, undoneAt: null }, false],
    ['undone already', { undoUntil: 101, undoneAt: 50 }, false],
    ['not there', null, false],
  ] as const)('that is %s: can be undone? %o → %s', (_name, change, undoable) => {
    expect(isUndoable(change, 100)).toBe(undoable)
  })
})
