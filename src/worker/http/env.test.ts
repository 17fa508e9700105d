import { describe, expect, test } from 'vitest'
import { limitsFactor, requireEnvironment, type Env } from './env.ts'

const binding = {}
/** Stands in for every binding: only whether they are there is asked. */
const whole = {
  ENVIRONMENT: 'production',
  PUBLIC_ORIGIN: 'https://kismet.example',
  SESSION_SECRET: 'x'.repeat(43),
  MAIL_FROM: 'hello@kismet.example',
  TEXT_KEY: 'a'.repeat(64),
  SALT_LENGTH: '16',
  DB: binding,
  MEMBER_HUB: binding,
  CONVERSATION: binding,
  EMAIL: binding,
  PHOTOS: binding,
  IMAGES: binding,
  FLOOD_LIMIT: binding,
  NEARBY_LIMIT: binding,
} as unknown as Env

describe('LIMITS_FACTOR', () => {
  test.each(['production', 'staging'] as const)('keeps %s from starting, and says what to do', (ENVIRONMENT) => {
    expect(() => requireEnvironment({ ...whole, ENVIRONMENT })).not.toThrow()
    expect(() => requireEnvironment({ ...whole, ENVIRONMENT, LIMITS_FACTOR: '10' })).toThrow(/LIMITS_FACTOR: remove it/)
    expect(limitsFactor({ ENVIRONMENT, LIMITS_FACTOR: '10' })).toBe(1)
  })

  test('raises the limits of a local environment, and never lowers them', () => {
    const local = { ...whole, ENVIRONMENT: 'local' } as const
    expect(() => requireEnvironment({ ...local, LIMITS_FACTOR: '10' })).not.toThrow()
    for (const LIMITS_FACTOR of ['0', '0.5', '-1', 'many', ''])
      expect(() => requireEnvironment({ ...local, LIMITS_FACTOR }), LIMITS_FACTOR).toThrow(/LIMITS_FACTOR/)
    expect([limitsFactor({ ...local, LIMITS_FACTOR: '10' }), limitsFactor(local)]).toEqual([10, 1])
  })
})

test('a binding that is missing is named with its cure', () => {
  expect(() => requireEnvironment({ ...whole, NEARBY_LIMIT: undefined as unknown as Env['NEARBY_LIMIT'] })).toThrow(
    /NEARBY_LIMIT: add/,
  )
})
