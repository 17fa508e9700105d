import { expect, test } from 'vitest'
import { withPrefix } from './href.ts'
import { locales } from '../i18n/locales.ts'
import { findRoute } from './match.ts'
import { routeList } from './routes.ts'

test('every route is found under every locale prefix', () => {
  for (const route of routeList) {
    for (const locale of locales) {
      const found = findRoute(withPrefix(route.path.replace(/:\w+/, 'abc'), locale.code))
      expect(found?.route.key).toBe(route.key)
      expect(found?.locale.code).toBe(locale.code)
    }
  }
})

test('parameters are decoded; what cannot be decoded matches nothing', () => {
  expect(findRoute('/pl/profile-info/a%20b')?.params).toEqual({ id: 'a b' })
  expect(findRoute('/profile-info/%E0%A4%A')).toBeNull()
})

test('one segment that is no page may be a city; deeper paths match nothing', () => {
  expect(findRoute('/uk/nowhere')).toMatchObject({ route: { key: 'city' }, params: { citySlug: 'nowhere' } })
  for (const path of ['/licences.txt', '/Nowhere', '/a1', '/-']) expect(findRoute(path), path).toBeNull()
  expect(findRoute('/likes/more')).toBeNull()
  expect(findRoute('/xx/likes')).toBeNull()
})

test('no two routes share a key or a path', () => {
  expect(new Set(routeList.map((route) => route.key)).size).toBe(routeList.length)
  expect(new Set(routeList.map((route) => route.path)).size).toBe(routeList.length)
})
