import { expect, test } from 'vitest'
import { cookieDomains, pixelIdOf, pixelStateOf } from './rules.ts'

const production = { ENVIRONMENT: 'production', PIXEL_ID: '123456789012345' }
const stateOf = (cookie?: string, env = production) => pixelStateOf(new Headers(cookie === undefined ? {} : { cookie }), env)

test('there is a pixel in production alone, and only with an id', () => {
  expect(pixelIdOf(production)).toBe('123456789012345')
  for (const env of [
    { ...production, PIXEL_ID: '' },
    { ...production, ENVIRONMENT: 'staging' },
    { ...production, ENVIRONMENT: 'local' },
  ]) {
    expect(pixelIdOf(env)).toBe('')
    expect(stateOf('ad-measurement=accepted', env)).toBeNull()
  }
})

test('a guest has accepted, declined or said nothing, and a cookie that we did not write is nothing', () => {
  expect(stateOf()).toBe('none')
  expect(stateOf('locale=uk; ad-measurement=accepted')).toBe('accepted')
  expect(stateOf('ad-measurement=declined; locale=uk')).toBe('declined')
  for (const cookie of ['ad-measurement=', 'ad-measurement=yes', 'x-ad-measurement=accepted', 'ad-measurement=acceptedx'])
    expect(stateOf(cookie), cookie).toBe('none')
})

test('the library’s cookies are looked for on this host and on each domain above it', () => {
  expect(cookieDomains('www.kismet.example')).toEqual(['www.kismet.example', 'kismet.example'])
  expect(cookieDomains('localhost')).toEqual([])
})
