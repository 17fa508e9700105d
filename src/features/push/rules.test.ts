import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { notificationKinds } from '#shared/realtime/wire.ts'
import { deliveries, isPushEndpoint, nextDelayS, outcomeOf, retryDelaysS } from './rules.ts'
import { pushTestOrigin } from './server/settings.ts'

const path = '/wpush/v2/abc'

describe('an address that our server sends to', () => {
  it('is one of a known push service, by https at its usual port', () => {
    const known = [
      `https://fcm.googleapis.com/fcm/send/abc`,
      `https://updates.push.services.mozilla.com${path}`,
      `https://web.push.apple.com/abc`,
      `https://wns2-by3p.notify.windows.com/w/?token=abc`,
    ]
    expect(known.filter((endpoint) => !isPushEndpoint(endpoint))).toEqual([])
  })

  it('is no other one, whatever it looks like', () => {
    const others = [
      `http://fcm.googleapis.com${path}`,
      `https://fcm.googleapis.com:8443${path}`,
      `https://fcm.googleapis.com.example.test${path}`,
      `https://example.test/fcm.googleapis.com`,
      `https://evilpush.apple.com.example${path}`,
      `https://notify.windows.com.example${path}`,
      `https://push.apple.com@127.0.0.1${path}`,
      `https://user:word@fcm.googleapis.com${path}`,
      `https://127.0.0.1${path}`,
      `https://[::1]${path}`,
      `https://10.0.0.1${path}`,
      `https://169.254.169.254/latest/meta-data`,
      `https://localhost${path}`,
      `https://2130706433${path}`,
      `https://fcm.googleapis.com`,
      `https://fcm.googleapis.com${path}#part`,
      `https://fcm.googleapis.com/${'a'.repeat(1100)}`,
      'javascript:alert(1)',
      'fcm.googleapis.com/abc',
      '',
    ]
    expect(others.filter((endpoint) => isPushEndpoint(endpoint))).toEqual([])
  })

  it('of tests is allowed at its very origin alone', () => {
    expect(isPushEndpoint('http://127.0.0.1:9999/push/1', 'http://127.0.0.1:9999')).toBe(true)
    expect(isPushEndpoint('http://127.0.0.1:9998/push/1', 'http://127.0.0.1:9999')).toBe(false)
    expect(isPushEndpoint('http://127.0.0.1:9999/push/1', null)).toBe(false)
    const PUSH_TEST_ORIGIN = 'http://127.0.0.1:9999'
    expect(pushTestOrigin({ ENVIRONMENT: 'local', PUSH_TEST_ORIGIN })).toBe(PUSH_TEST_ORIGIN)
    for (const ENVIRONMENT of ['staging', 'production'] as const)
      expect(pushTestOrigin({ ENVIRONMENT, PUSH_TEST_ORIGIN })).toBeNull()
  })
})

describe('what a push service answers', () => {
  it('is read by its status', () => {
    expect([200, 201, 202].map(outcomeOf)).toEqual(['sent', 'sent', 'sent'])
    expect([404, 410].map(outcomeOf)).toEqual(['gone', 'gone'])
    expect([408, 429, 500, 503].map(outcomeOf)).toEqual(['later', 'later', 'later', 'later'])
    expect([301, 307, 400, 401, 403, 413].map(outcomeOf)).toEqual(Array(6).fill('refused'))
  })
})

describe('another attempt', () => {
  const later = { attempts: 1, until: Infinity, retryAfter: null }

  it('comes after longer and longer pauses, as often as wrangler.toml allows', () => {
    const pauses = retryDelaysS.map((_, index) => nextDelayS({ ...later, attempts: index + 1 }, 0))
    expect(pauses).toEqual([...retryDelaysS])
    expect(pauses.toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(pauses)
    expect(nextDelayS({ ...later, attempts: retryDelaysS.length + 1 }, 0)).toBeNull()
    const consumers = readFileSync('wrangler.toml', 'utf8').matchAll(
      /queue = "kismet[\w-]*-push"\nmax_batch.*\nmax_batch.*\nmax_retries = (\d+)/g,
    )
    expect([...consumers].map(([, retries]) => Number(retries))).toEqual(Array(3).fill(retryDelaysS.length))
  })

  it('waits as long as the service asks, within reason', () => {
    expect(nextDelayS({ ...later, retryAfter: '90' }, 0)).toBe(90)
    expect(nextDelayS({ ...later, retryAfter: '1' }, 0)).toBe(retryDelaysS[0])
    expect(nextDelayS({ ...later, retryAfter: '999999' }, 0)).toBe(12 * 60 * 60)
    expect(nextDelayS({ ...later, retryAfter: 'Wed, 21 Oct 2026 07:28:00 GMT' }, 0)).toBe(retryDelaysS[0])
  })

  it('does not come when the message is of no use by then', () => {
    expect(nextDelayS({ ...later, until: 4_000 }, 0)).toBeNull()
    expect(nextDelayS({ ...later, until: 6_000 }, 0)).toBe(5)
  })
})

it('every kind is kept for a device that is off, for three days at most', () => {
  const lifetimes = notificationKinds.map((kind) => deliveries[kind].lifetimeMs)
  expect(Math.min(...lifetimes)).toBeGreaterThanOrEqual(60_000)
  expect(Math.max(...lifetimes)).toBeLessThanOrEqual(3 * 24 * 60 * 60_000)
})
