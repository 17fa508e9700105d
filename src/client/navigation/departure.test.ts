import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refuseExternal } from './departure.ts'

const origin = 'https://kismet.example'

beforeEach(() => {
  vi.stubGlobal('location', { origin })
  vi.spyOn(console, 'warn').mockReturnValue()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Returns whether the navigation was refused, which its event must know, too. */
function isRefused(url: string, more = {}): boolean {
  const preventDefault = vi.fn()
  const answer = refuseExternal({ destination: { url }, preventDefault, ...more })
  expect(preventDefault).toHaveBeenCalledTimes(answer ? 1 : 0)
  return answer
}

test('an external address is refused unless it was allowed by name', () => {
  const attribute = (known: string) => ({ sourceElement: { hasAttribute: (name: string) => name === known } })
  expect(isRefused(`${origin}/uk/likes`)).toBe(false)
  expect(isRefused('https://elsewhere.example/secret')).toBe(true)
  expect(isRefused('https://kismet.example.evil.example/uk/likes')).toBe(true)
  expect(isRefused('https://elsewhere.example/', attribute('href'))).toBe(true)
  expect(isRefused('https://elsewhere.example/', attribute('data-external'))).toBe(false)
  expect(isRefused('https://elsewhere.example/', { info: 'external' })).toBe(false)
})

test('an address for another program leaves no page', () => {
  for (const url of ['mailto:hello@kismet.example', 'tel:999']) expect(isRefused(url)).toBe(false)
})

test('a refusal shows the origin alone', () => {
  isRefused('https://elsewhere.example/secret')
  const text = 'External address refused https://elsewhere.example'
  expect(vi.mocked(console.warn).mock.calls).toEqual([[text]])
})
