import { expect, test } from 'vitest'
import { decideNavigation, type NavigationFacts } from './navigation-rules.ts'

const page = { origin: 'https://kismet.example', locale: 'uk' } as const
const to = (url: string, more: Partial<NavigationFacts> = {}): NavigationFacts => ({
  canIntercept: true,
  hashChange: false,
  downloadRequest: null,
  formData: null,
  navigationType: 'push',
  destination: { url },
  ...more,
})

test('a page of the same language is answered on the client', () => {
  expect(decideNavigation(to('https://kismet.example/uk/likes?tab=sent'), page)).toBe('client')
})

test('another language, an unknown path, a hash, a posted form, a reload and a download are documents', () => {
  expect(decideNavigation(to('https://kismet.example/likes'), page)).toBe('document')
  expect(decideNavigation(to('https://kismet.example/uk/nowhere'), page)).toBe('document')
  expect(decideNavigation(to('https://kismet.example/uk/likes#a', { hashChange: true }), page)).toBe('document')
  expect(decideNavigation(to('https://kismet.example/uk/likes', { formData: {} }), page)).toBe('document')
  expect(decideNavigation(to('https://kismet.example/uk/likes', { navigationType: 'reload' }), page)).toBe('document')
  expect(decideNavigation(to('https://kismet.example/uk/likes', { downloadRequest: '' }), page)).toBe('document')
})

test('an external address is refused unless it was allowed by name', () => {
  expect(decideNavigation(to('https://elsewhere.example/'), page)).toBe('refuse')
  expect(decideNavigation(to('https://kismet.example.evil.example/uk/likes'), page)).toBe('refuse')
  expect(decideNavigation(to('https://elsewhere.example/', { info: 'external' }), page)).toBe('document')
  expect(
    decideNavigation(
      to('https://elsewhere.example/', { sourceElement: { hasAttribute: (name) => name === 'data-external' } }),
      page,
    ),
  ).toBe('document')
})
