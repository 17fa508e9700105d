import { expect, it } from 'vitest'
import { isBehind, judgeMessage } from './cursor.ts'

const at = { epoch: 'e', seq: 5 }

it.each([
  ['deliver', { epoch: 'e', seq: 6 }],
  ['drop', { epoch: 'e', seq: 5 }],
  ['drop', { epoch: 'e', seq: 1 }],
  ['resume', { epoch: 'e', seq: 7 }],
  ['reload', { epoch: 'f', seq: 6 }],
] as const)('says %s for %o after seq 5', (verdict, message) => {
  expect(judgeMessage(at, message)).toBe(verdict)
})

it('is behind a higher head only', () => {
  expect([isBehind(at, 6), isBehind(at, 5), isBehind(at, undefined)]).toEqual([true, false, false])
})
