import { expect, test } from 'vitest'
import { numberDecisions } from './number-decisions.ts'

/** The decisions as a page's bar shows them one after another. */
function bar() {
  const shown: (string | null)[] = []
  return { shown, decide: numberDecisions((decision: string | null) => shown.push(decision)) }
}

test('a like whose answer comes before the next press is shown with it', () => {
  const { shown, decide } = bar()
  decide(null)('like Anna')
  decide('pass Ben')
  expect(shown).toEqual([null, 'like Anna', 'pass Ben'])
})

test('the answer of a slow like replaces no newer pass', () => {
  const { shown, decide } = bar()
  const answered = decide(null)
  decide('pass Ben')
  answered('like Anna')
  expect(shown.at(-1)).toBe('pass Ben')
})

test('of two likes whose answers come in the wrong order the second is the last', () => {
  const { shown, decide } = bar()
  const [anna, ben] = [decide(null), decide(null)]
  ben('like Ben')
  anna('like Anna')
  expect(shown.at(-1)).toBe('like Ben')
})

test('a like that was taken back before its answer, and a refused pass before another, change nothing', () => {
  const { shown, decide } = bar()
  const liked = decide(null)
  decide(null)
  liked('like Anna')
  expect(shown.at(-1)).toBeNull()
  const passed = decide('pass Anna')
  decide('pass Ben')
  passed(null)
  expect(shown.at(-1)).toBe('pass Ben')
  decide('pass Cleo')(null)
  expect(shown.at(-1)).toBeNull()
})
