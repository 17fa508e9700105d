import { expect, test } from 'vitest'
import { withPrefix } from './href.ts'
import { locales } from '../i18n/locales.ts'
import { findRoute } from './match.ts'
import { routeList } from './routes.ts'

test('every route is found under every locale prefix', () => {
  for (const route of routeList) {
    for (const locale of locales) {
      const found = findRoute(withPrefix(route.path.replace(':id', 'abc'), locale.code))
      expect(found?.route.key).toBe(route.key)
      expect(found?.locale.code).toBe(locale.code)
    }
  }
})

test('parameters are decoded; what cannot be decoded matches nothing', () => {
  expect(findRoute('/pl/profile-info/a%20b')?.params).toEqual({ id: 'a b' })
  expect(findRoute('/profile-info/%E0%A4%A')).toBeNull()
})

test('unknown paths and deeper ones match nothing', () => {
  expect(findRoute('/nowhere')).toBeNull()
  expect(findRoute('/likes/more')).toBeNull()
  expect(findRoute('/xx/likes')).toBeNull()
})

test('no two routes share a key or a path', () => {
  expect(new Set(routeList.map((route) => route.key)).size).toBe(routeList.length)
  expect(new Set(routeList.map((route) => route.path)).size).toBe(routeList.length)
})
