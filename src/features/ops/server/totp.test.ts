import { describe, expect, it } from 'vitest'
import { decodeBase32, encodeBase32, openSteps, otpauthUri, readCode, stepAt } from '../rules.ts'
import { codeAt, findStep } from './totp.ts'

const rfcSecret = encodeBase32(new TextEncoder().encode('12345678901234567890'))

describe('time-based codes', () => {
  // RFC 6238, appendix B, the rows of SHA-1.
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at %i s are those of the RFC', async (seconds, code) => {
    const step = stepAt(seconds * 1000)
    expect(await codeAt(rfcSecret, step, 8)).toBe(code)
    expect(await codeAt(rfcSecret, step)).toBe(code.slice(2))
  })

  it('are good one step before and after, and no further', async () => {
    const now = 1_234_567_890_000
    const current = stepAt(now)
    const codes = await Promise.all([-2, -1, 0, 1, 2].map((shift) => codeAt(rfcSecret, current + shift)))
    const found = await Promise.all(codes.map((code) => findStep(rfcSecret, code, openSteps(now, 0))))
    expect(found).toEqual([null, current - 1, current, current + 1, null])
  })

  it('are good once: no step at or before the last accepted is open', () => {
    const now = 1_234_567_890_000
    const current = stepAt(now)
    expect(openSteps(now, current)).toEqual([current + 1])
    expect(openSteps(now, current - 1)).toEqual([current, current + 1])
    expect(openSteps(now, current + 1)).toEqual([])
  })
})

describe('base32', () => {
  // RFC 4648 §10, without padding.
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('of %o is %o', (text, encoded) => {
    expect(encodeBase32(new TextEncoder().encode(text))).toBe(encoded)
    expect(new TextDecoder().decode(decodeBase32(encoded))).toBe(text)
  })

  it('brings back whatever went in, and refuses what it does not have', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
    expect([...decodeBase32(encodeBase32(bytes))]).toEqual([...bytes])
    expect(() => decodeBase32('M1')).toThrow('not base32')
  })
})

describe('what is typed', () => {
  it('may have spaces, dashes and lower case', () => {
    expect(readCode(' 123 456 ')).toEqual({ kind: 'totp', code: '123456' })
    expect(readCode('１２３４５６')).toEqual({ kind: 'totp', code: '123456' })
    expect(readCode('abcd-efgh ijkl-2345')).toEqual({ kind: 'recovery', code: 'ABCDEFGHIJKL2345' })
  })

  it.each(['', '12345', '1234567', 'abcd', 'ABCDEFGHIJKLMN01'])('is no code: %o', (typed) => {
    expect(readCode(typed)).toBeNull()
  })
})

it('names issuer and account for the app', () => {
  expect(otpauthUri('ABC', 'orla@example.test', 'Kismet')).toBe(
    'otpauth://totp/Kismet:orla%40example.test?secret=ABC&issuer=Kismet&algorithm=SHA1&digits=6&period=30',
  )
})
