import { expect, it } from 'vitest'
import { judgeCode } from './rules.ts'

it('leaves a code open for its time and its tries', () => {
  expect(judgeCode({ codeTries: 4, codeExpiresAt: 10 }, 9)).toBe('open')
  expect(judgeCode({ codeTries: 4, codeExpiresAt: 10 }, 10)).toBe('expired')
  expect(judgeCode({ codeTries: 5, codeExpiresAt: 10 }, 9)).toBe('spent')
})
