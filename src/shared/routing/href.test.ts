import { expect, test } from 'vitest'
import { href, parseLocalPath, withPrefix } from './href.ts'
import { routes } from './routes.ts'

test('a link carries the locale’s prefix, and none for British English', () => {
  expect(href(routes.likes, {}, { locale: 'en' })).toBe('/likes')
  expect(href(routes.likes, {}, { locale: 'en-us' })).toBe('/en-us/likes')
  expect(withPrefix('/', 'uk')).toBe('/uk')
})

test('parameters and queries are encoded, empty ones left out', () => {
  expect(href(routes.profileInfo, { id: 'a/b' }, { locale: 'de' })).toBe('/de/profile-info/a%2Fb')
  expect(href(routes.messages, {}, { locale: 'en', query: { chat: 'x y', before: undefined, none: '' } })).toBe(
    '/messages?chat=x+y',
  )
})

test('a missing parameter throws instead of making a broken link', () => {
  expect(() => href(routes.profileInfo, { id: '' }, { locale: 'en' })).toThrow("parameter 'id' is missing")
})

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/a\nb',
  '',
  'likes',
  null,
  7,
  `/${'a'.repeat(3000)}`,
])('a return address from outside is refused: %s', (value) => expect(parseLocalPath(value)).toBeNull())

test.each(['/uk//evil.example', '/uk/.//evil.example', '/a\u007f'])(
  'a return address that a header or a cut prefix would turn into another is refused: %s',
  (value) => expect(parseLocalPath(value)).toBeNull(),
)

test('a return address keeps to the characters of a header', () => {
  expect(parseLocalPath('/é ї?q=%C3%A9&r=\ud800')).toBe('/%C3%A9%20%D1%97?q=%C3%A9&r=%EF%BF%BD')
})

test('a return address on this origin is kept whole', () => {
  expect(parseLocalPath('/uk/messages?chat=1#last')).toBe('/uk/messages?chat=1#last')
  expect(parseLocalPath('/sign-in?next=//x')).toBe('/sign-in?next=//x')
})
