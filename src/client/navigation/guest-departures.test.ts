import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findPreviousPath } from '#ui/hooks/previous-path.ts'
import { watchDepartures } from './guest-departures.ts'

const origin = 'https://kismet.example'
const navigation = new EventTarget()
const stored = new Map<string, string>()
const place = { origin, pathname: '/uk/sign-up', search: '?a=1' }

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.stubGlobal('window', { navigation })
  vi.stubGlobal('location', place)
  vi.stubGlobal('sessionStorage', {
    setItem: (key: string, value: string) => stored.set(key, value),
    getItem: (key: string) => stored.get(key) ?? null,
  })
})
afterEach(() => void vi.unstubAllGlobals())

/** Returns whether the navigation goes on. */
const navigate = (url: string) =>
  navigation.dispatchEvent(Object.assign(new Event('navigate', { cancelable: true }), { destination: { url } }))

test('a page outside the signed-in area refuses an external address, and remembers its own path when it is left', () => {
  watchDepartures()
  expect(navigate('https://elsewhere.example/secret')).toBe(false)
  expect(findPreviousPath()).toBeNull()
  expect(navigate(`${origin}/uk/sign-in`)).toBe(true)
  expect(findPreviousPath()).toBe('/uk/sign-up?a=1')
  Object.assign(place, { pathname: '/uk/email-verify', search: '?t=secret' })
  navigate(`${origin}/uk/sign-in`)
  expect(findPreviousPath(), 'without the secret of an email').toBe('/uk/email-verify')
})

test('a browser without the Navigation API is left alone', () => {
  vi.stubGlobal('window', {})
  expect(watchDepartures).not.toThrow()
})
