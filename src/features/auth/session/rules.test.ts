import { describe, expect, it } from 'vitest'
import { refreshGraceMs, refreshTokenMs, sessionLifetimeMs } from '#features/auth/contract.ts'
import { judgeRefresh, pathAfterSignIn, sessionEnd } from './rules.ts'

const start = 1_000_000
const current = { supersededAt: null }
const fresh = {
  createdAt: start,
  supersededAt: null,
  successors: [],
  revokedAt: null,
  sessionCreatedAt: start,
  sessionExpiresAt: start + refreshTokenMs,
}

describe('a refresh token', () => {
  it('is current until its life ends', () => {
    expect(judgeRefresh(fresh, start)).toBe('current')
    expect(judgeRefresh({ ...fresh, sessionExpiresAt: Infinity }, start + refreshTokenMs)).toBe('dead')
  })

  it('is superseded for exactly the grace, then reused', () => {
    const old = { ...fresh, supersededAt: start + 5, successors: [current] }
    expect(judgeRefresh(old, start + 5 + refreshGraceMs)).toBe('superseded')
    expect(judgeRefresh(old, start + 6 + refreshGraceMs)).toBe('reused')
  })

  it('has a grace only while its successor is the current one: any older token is reused at once', () => {
    const twoBefore = { ...fresh, supersededAt: start + 5, successors: [{ supersededAt: start + 5 }] }
    expect(judgeRefresh(twoBefore, start + 5)).toBe('reused')
    expect(judgeRefresh({ ...twoBefore, successors: [current, { supersededAt: start + 6 }] }, start + 6)).toBe('reused')
    expect(judgeRefresh({ ...twoBefore, successors: [current, current] }, start + 6)).toBe('superseded')
  })

  it('is dead 180 days after the sign-in, however it was used', () => {
    const used = { ...fresh, createdAt: start + sessionLifetimeMs - 1, sessionExpiresAt: Infinity }
    expect(judgeRefresh(used, start + sessionLifetimeMs - 1)).toBe('current')
    expect(judgeRefresh(used, start + sessionLifetimeMs)).toBe('dead')
    expect(judgeRefresh({ ...used, supersededAt: start }, start + sessionLifetimeMs)).toBe('dead')
  })

  it('is dead when unknown, or when its session was revoked or has expired', () => {
    expect(judgeRefresh(null, start)).toBe('dead')
    expect(judgeRefresh({ ...fresh, revokedAt: start }, start)).toBe('dead')
    expect(judgeRefresh({ ...fresh, sessionExpiresAt: start }, start)).toBe('dead')
    expect(judgeRefresh({ ...fresh, supersededAt: 0, revokedAt: start }, start + refreshGraceMs)).toBe('dead')
  })
})

describe('the end of a session', () => {
  const [minuteMs, dayMs] = [60_000, 24 * 60 * 60_000]

  it('is 60 days after its last use', () => {
    expect(sessionEnd(start, start)).toBe(start + 60 * dayMs)
    expect(sessionEnd(start, start + 119 * dayMs)).toBe(start + 179 * dayMs)
  })

  it('is 180 days after its sign-in at the latest', () => {
    for (const sinceMs of [120 * dayMs, 121 * dayMs, 180 * dayMs - minuteMs])
      expect(sessionEnd(start, start + sinceMs)).toBe(start + 180 * dayMs)
  })
})

describe('the way after signing in', () => {
  it('is the next step of an unfinished account, whatever was remembered', () => {
    expect(pathAfterSignIn('unverified', '/likes', 'en')).toBe('/email-verify')
    expect(pathAfterSignIn('incomplete', '/likes', 'uk')).toBe('/uk/questionnaire')
    expect(pathAfterSignIn('restricted', '/likes', 'uk')).toBe('/uk/restricted')
  })

  it('is the remembered page, also of another language', () => {
    expect(pathAfterSignIn('complete', '/messages?chat=abc', 'en')).toBe('/messages?chat=abc')
    expect(pathAfterSignIn('paused', '/de/likes', 'en')).toBe('/de/likes')
  })

  it.each([
    undefined,
    null,
    7,
    '',
    '/',
    '/sign-in',
    '/uk/sign-up',
    '/terms-and-conditions',
    '/nowhere',
    '//evil.example/likes',
    '/\\evil.example',
    'https://evil.example/likes',
    'javascript:alert(1)',
  ])('is people nearby instead of %o', (next) => {
    expect(pathAfterSignIn('complete', next, 'pl')).toBe('/pl/people-nearby')
  })
})
