import { describe, expect, test } from 'vitest'
import { dateTalkFactor, limitsFactor, requireEnvironment, requireOperator, type Env } from './env.ts'

const binding = {}
/** Replaces every binding: only their presence is checked. */
const whole = {
  ENVIRONMENT: 'production',
  PUBLIC_ORIGIN: 'https://kismet.example',
  JURISDICTION: 'eu',
  SESSION_SECRET: 'x'.repeat(43),
  DELETIONS_KEY: 'y'.repeat(43),
  MAIL_FROM: 'hello@kismet.example',
  OPERATOR_NAME: 'Thread Ltd',
  OPERATOR_ADDRESS: '1 High Street, Bath BA1 1AA, United Kingdom',
  OPERATOR_EMAIL: 'hello@kismet.example',
  OPERATOR_REGISTER: '',
  TEXT_KEY: 'a'.repeat(64),
  SALT_LENGTH: '16',
  VAPID_PUBLIC_KEY: '',
  DB: binding,
  MEMBER_HUB: binding,
  CONVERSATION: binding,
  ENCOUNTER: binding,
  MATCHMAKER: binding,
  AREA: binding,
  EMAIL: binding,
  MAIL: binding,
  FAILED_MAIL: binding,
  PUSH: binding,
  PHOTOS: binding,
  BUILDS: binding,
  DELETIONS: binding,
  EXPORTS: binding,
  EXPORT_QUEUE: binding,
  IMAGES: binding,
  FLOOD_LIMIT: binding,
  NEARBY_LIMIT: binding,
  TOWNS_LIMIT: binding,
  ERROR_LIMIT: binding,
} as unknown as Env

const factors = { LIMITS_FACTOR: limitsFactor, DATE_TALK_FACTOR: dateTalkFactor } as const

describe.each(['LIMITS_FACTOR', 'DATE_TALK_FACTOR'] as const)('%s', (name) => {
  const { [name]: factorOf } = factors

  test.each(['production', 'staging'] as const)('keeps %s from starting, and says what to do', (ENVIRONMENT) => {
    expect(() => requireEnvironment({ ...whole, ENVIRONMENT })).not.toThrow()
    expect(() => requireEnvironment({ ...whole, ENVIRONMENT, [name]: '10' })).toThrow(new RegExp(`${name}: remove it`))
    expect(factorOf({ ENVIRONMENT, [name]: '10' })).toBe(1)
  })

  test('holds in a local environment, from 1 on', () => {
    const local = { ...whole, ENVIRONMENT: 'local', JURISDICTION: '' } as const
    expect(() => requireEnvironment({ ...local, [name]: '10' })).not.toThrow()
    for (const factor of ['0', '0.5', '-1', 'many', ''])
      expect(() => requireEnvironment({ ...local, [name]: factor }), factor).toThrow(new RegExp(name))
    expect([factorOf({ ...local, [name]: '10' }), factorOf(local)]).toEqual([10, 1])
  })
})

test.each(['SESSION_REFRESH', 'REQUEST_LOG', 'SERVER_TIMING'])('%s says on or off, and nothing else', (name) => {
  for (const wrong of ['yes', 'ON', '1'])
    expect(() => requireEnvironment({ ...whole, [name]: wrong })).toThrow(new RegExp(`${name}: set it to on or off`))
  for (const right of ['on', 'off', '']) expect(() => requireEnvironment({ ...whole, [name]: right })).not.toThrow()
})

test('the share of pages whose errors are reported is a number from 0 to 1', () => {
  for (const ERROR_SHARE of ['2', '-1', 'all'])
    expect(() => requireEnvironment({ ...whole, ERROR_SHARE })).toThrow(/ERROR_SHARE: set/)
  for (const ERROR_SHARE of ['0', '0.25', '1', '']) expect(() => requireEnvironment({ ...whole, ERROR_SHARE })).not.toThrow()
})

test('the number of shards of those who wait is a whole one from 1 on', () => {
  for (const MATCHMAKER_SHARDS of ['0', '-1', '1.5', '100', 'many', ''])
    expect(() => requireEnvironment({ ...whole, MATCHMAKER_SHARDS })).toThrow(/MATCHMAKER_SHARDS: set/)
  for (const MATCHMAKER_SHARDS of ['1', '12', undefined])
    expect(() => requireEnvironment({ ...whole, MATCHMAKER_SHARDS })).not.toThrow()
})

test('a binding that is missing is named with its cure', () => {
  expect(() => requireEnvironment({ ...whole, NEARBY_LIMIT: undefined as unknown as Env['NEARBY_LIMIT'] })).toThrow(
    /NEARBY_LIMIT: add/,
  )
})

describe('JURISDICTION', () => {
  test.each(['staging', 'production'] as const)('%s does not start without one that the platform knows', (ENVIRONMENT) => {
    for (const JURISDICTION of ['', undefined, 'europe'])
      expect(() => requireEnvironment({ ...whole, ENVIRONMENT, JURISDICTION } as Env)).toThrow(/JURISDICTION: set it to eu/)
  })

  test('a local environment has none, because workerd refuses it', () => {
    expect(() => requireEnvironment({ ...whole, ENVIRONMENT: 'local' })).toThrow(/JURISDICTION/)
    expect(() => requireEnvironment({ ...whole, ENVIRONMENT: 'local', JURISDICTION: '' })).not.toThrow()
  })
})

describe('who runs the site', () => {
  const operator = { OPERATOR_NAME: '', OPERATOR_ADDRESS: '', OPERATOR_EMAIL: '' }

  test.each(Object.keys(operator))('production does not start without %s, and says what to do', (name) => {
    for (const value of ['', undefined]) {
      expect(() => requireEnvironment({ ...whole, [name]: value })).toThrow(new RegExp(`- ${name}: .*wrangler.toml`))
      expect(() => requireOperator({ ...whole, [name]: value })).toThrow(name)
    }
  })

  test('the email is an address, and an entry in a register may be missing', () => {
    expect(() => requireEnvironment({ ...whole, OPERATOR_EMAIL: 'hello at kismet' })).toThrow(/OPERATOR_EMAIL/)
    expect(() => requireEnvironment(whole)).not.toThrow()
  })

  test.each(['local', 'staging'] as const)('%s may leave it open', (ENVIRONMENT) => {
    const JURISDICTION = ENVIRONMENT === 'local' ? '' : 'eu'
    expect(() => requireEnvironment({ ...whole, ...operator, ENVIRONMENT, JURISDICTION })).not.toThrow()
  })
})

describe('push messages', () => {
  const keys = { VAPID_PUBLIC_KEY: `B${'a'.repeat(86)}`, VAPID_PRIVATE_KEY: 'a'.repeat(43) }

  test('may have no keys, or those that the script prints', () => {
    for (const right of [{}, keys, { ...keys, VAPID_PRIVATE_KEY: '' }])
      expect(() => requireEnvironment({ ...whole, ...right })).not.toThrow()
    for (const VAPID_PUBLIC_KEY of ['public', keys.VAPID_PRIVATE_KEY, `A${'a'.repeat(86)}`])
      expect(() => requireEnvironment({ ...whole, ...keys, VAPID_PUBLIC_KEY })).toThrow(/VAPID_PUBLIC_KEY: .*vapid-keys/)
    for (const VAPID_PRIVATE_KEY of ['private', keys.VAPID_PUBLIC_KEY])
      expect(() => requireEnvironment({ ...whole, ...keys, VAPID_PRIVATE_KEY })).toThrow(/VAPID_PRIVATE_KEY: .*vapid-keys/)
  })

  test('go to a service of tests in a local environment alone', () => {
    const PUSH_TEST_ORIGIN = 'http://127.0.0.1:9999'
    const local = { ...whole, ENVIRONMENT: 'local', JURISDICTION: '' } as const
    expect(() => requireEnvironment({ ...local, PUSH_TEST_ORIGIN })).not.toThrow()
    for (const ENVIRONMENT of ['staging', 'production'] as const)
      expect(() => requireEnvironment({ ...whole, ENVIRONMENT, PUSH_TEST_ORIGIN })).toThrow(/PUSH_TEST_ORIGIN: remove it/)
  })
})

const standIns = [
  'GOOGLE_ISSUER',
  'GOOGLE_AUTHORIZE_URL',
  'GOOGLE_TOKEN_URL',
  'GOOGLE_JWKS_URL',
  'FACEBOOK_ISSUER',
  'FACEBOOK_AUTHORIZE_URL',
  'FACEBOOK_TOKEN_URL',
  'FACEBOOK_JWKS_URL',
  'STRIPE_API',
  'PUSH_TEST_ORIGIN',
]
describe.each(standIns)('%s, a stand-in for tests,', (name) => {
  test.each(['production', 'staging'] as const)('keeps %s from starting', (ENVIRONMENT) => {
    const deployed = { ...whole, ENVIRONMENT }
    expect(() => requireEnvironment({ ...deployed, [name]: 'http://127.0.0.1:9000/token' })).toThrow(
      new RegExp(`${name}: remove it`),
    )
    expect(() => requireEnvironment(deployed)).not.toThrow()
  })

  test('is taken locally, if it is an address', () => {
    const local = { ...whole, ENVIRONMENT: 'local', JURISDICTION: '' } as const
    expect(() => requireEnvironment({ ...local, [name]: 'http://127.0.0.1:9000/token' })).not.toThrow()
    expect(() => requireEnvironment({ ...local, [name]: 'nowhere' })).toThrow(new RegExp(name))
  })
})
