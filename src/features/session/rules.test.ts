import { describe, expect, it } from 'vitest'
import { refreshGraceMs, refreshTokenMs } from './contract.ts'
import { judgeRefresh, pathAfterSignIn } from './rules.ts'

const start = 1_000_000
const fresh = { createdAt: start, supersededAt: null, revokedAt: null, sessionExpiresAt: start + refreshTokenMs }

describe('a refresh token', () => {
  it('is current until its life ends', () => {
    expect(judgeRefresh(fresh, start)).toBe('current')
    expect(judgeRefresh({ ...fresh, sessionExpiresAt: Infinity }, start + refreshTokenMs)).toBe('dead')
  })

  it('is superseded for exactly the grace, then reused', () => {
    const old = { ...fresh, supersededAt: start + 5 }
    expect(judgeRefresh(old, start + 5 + refreshGraceMs)).toBe('superseded')
    expect(judgeRefresh(old, start + 6 + refreshGraceMs)).toBe('reused')
  })

  it('is dead when unknown, or when its session was revoked or has expired', () => {
    expect(judgeRefresh(null, start)).toBe('dead')
    expect(judgeRefresh({ ...fresh, revokedAt: start }, start)).toBe('dead')
    expect(judgeRefresh({ ...fresh, sessionExpiresAt: start }, start)).toBe('dead')
    expect(judgeRefresh({ ...fresh, supersededAt: 0, revokedAt: start }, start + refreshGraceMs)).toBe('dead')
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
