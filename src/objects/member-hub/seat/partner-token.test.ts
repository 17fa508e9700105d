import { describe, expect, test } from 'vitest'
import { partnerTokens } from './partner-token.ts'

const [first, second, third] = ['first', 'second', 'third'].map((name) => name.padEnd(43, '-')) as [string, string, string]
const [before, rotated] = [{ SESSION_SECRET: first }, { SESSION_SECRET: second, SESSION_SECRET_PREVIOUS: first }]

describe('what stands for a member in lists of past partners', () => {
  test('is known again after the secret was rotated, and no longer after the next time', async () => {
    const [token, ...others] = await partnerTokens(before, 'anna')
    expect(others).toEqual([])
    const after = await partnerTokens(rotated, 'anna')
    expect(after).toEqual([expect.not.stringMatching(`^${token}$`), token])
    const later = await partnerTokens({ SESSION_SECRET: third, SESSION_SECRET_PREVIOUS: second }, 'anna')
    expect(later).not.toContain(token)
  })

  test('is different for every member and does not name them', async () => {
    const [anna, ben] = await Promise.all(['anna', 'ben'].map((member) => partnerTokens(rotated, member)))
    expect(new Set([anna, ben].flat()).size).toBe(4)
    expect(`${anna}`).not.toContain('anna')
  })
})
