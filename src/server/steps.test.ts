import { expect, test } from 'vitest'
import { Steps } from './steps.ts'

test('each step takes the time since the one before it ended, the first since the request came', () => {
  const steps = new Steps(1_000)
  steps.end('gate', 1_004)
  steps.end('read', 1_015)
  expect(steps.ms).toEqual({ gate: 4, read: 11 })
  expect(String(steps)).toBe('gate;dur=4, read;dur=11')
})
