import { expect, test } from 'vitest'
import { decideNavigation, type NavigationFacts } from './navigation-rules.ts'

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
  expect(decideNavigation(to('https://kismet.example/uk/likes?tab=sent'), 'uk')).toBe('client')
})

test('another language, an unknown path, a hash, a posted form, a reload and a download are documents', () => {
  expect(decideNavigation(to('https://kismet.example/likes'), 'uk')).toBe('document')
  expect(decideNavigation(to('https://kismet.example/uk/nowhere'), 'uk')).toBe('document')
  expect(decideNavigation(to('https://kismet.example/uk/likes#a', { hashChange: true }), 'uk')).toBe('document')
  expect(decideNavigation(to('https://kismet.example/uk/likes', { formData: {} }), 'uk')).toBe('document')
  expect(decideNavigation(to('https://kismet.example/uk/likes', { navigationType: 'reload' }), 'uk')).toBe('document')
  expect(decideNavigation(to('https://kismet.example/uk/likes', { downloadRequest: '' }), 'uk')).toBe('document')
})

test('another origin is never answered on the client: the browser does not let it', () => {
  expect(decideNavigation(to('https://elsewhere.example/uk/likes', { canIntercept: false }), 'uk')).toBe('document')
})
