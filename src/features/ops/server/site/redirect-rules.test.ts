import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitLocale } from '#shared/i18n/locales.ts'
import { canonicalPath } from '#shared/routing/canonical-path.ts'
import { conflictOf, namedPageOf, readRedirect, type Redirect } from './redirect-rules.ts'

const origin = 'https://kismet.example'
const read = (path: string, target: string) => readRedirect({ path, target }, origin)

describe('a redirect is read', () => {
  it.each([
    ['/spring', '/spring'],
    [' spring/ ', '/spring'],
    ['/DE/Spring//', '/spring'],
    ['/en-us/Spring/Sale', '/spring/sale'],
    [`${origin}/uk/spring`, '/spring'],
    ['/été', '/%c3%a9t%c3%a9'],
    ['/blog/an-old-post', '/blog/an-old-post'],
  ])('with its path %s as %s', (typed, path) => expect(read(typed, '/about')).toEqual({ path, target: '/about' }))

  it.each([
    ['/About/', '/about'],
    ['/uk/blog/First-Messages?x=1#y', '/blog/first-messages?x=1#y'],
    [`${origin}/de/faq`, '/faq'],
    ['https://elsewhere.example', 'https://elsewhere.example/'],
    ['https://elsewhere.example/A?b=c', 'https://elsewhere.example/A?b=c'],
  ])('with its target %s as %s', (typed, target) => expect(read('/spring', typed)).toEqual({ path: '/spring', target }))

  it.each([
    '',
    '/',
    '/uk',
    '/about',
    '/UK/About/',
    '/profile-info/x',
    '/ops',
    '/api/auth/sign-out',
    '/Photos/x',
    '/anonymous-chat/9',
    '/robots.txt',
    '/blog/rss.xml',
    '/service-worker.js',
  ])('and refused for a page or a service of ours: %s', (path) => expect(read(path, '/faq')).toEqual({ refusal: 'page' }))

  it.each(['//evil.example', '/a//b', '/a\\b', '/a?b', '/a#b', '/a/../b', '/about/_payload.json', `/${'a'.repeat(200)}`])(
    'and refused where no browser asks for it: %s',
    (path) => expect(read(path, '/faq')).toEqual({ refusal: 'path' }),
  )

  it.each([
    '',
    'about',
    '//evil.example',
    '/uk//evil.example',
    '/\\evil.example',
    '/ops/members',
    '/api/x',
    'http://elsewhere.example',
    'javascript:alert(1)',
    'https://user:secret@elsewhere.example',
    `/${'a'.repeat(1000)}`,
  ])('and refused for a target that browsers must not be led to: %s', (target) =>
    expect(read('/spring', target)).toEqual({ refusal: 'target' }),
  )

  it('with a city or a post, of which the tables say whether it is there', () => {
    expect([namedPageOf('/london'), namedPageOf('/blog/safety'), namedPageOf('/a/b')]).toEqual([
      { kind: 'city', slug: 'london' },
      { kind: 'post', slug: 'safety' },
      null,
    ])
  })
})

describe('a set of redirects', () => {
  it('has one for a path, and none that leads to another or to itself', () => {
    const there: Redirect[] = [{ path: '/a/b', target: '/c/d?x=1' }]
    expect(conflictOf({ path: '/a/b', target: '/about' }, there)).toBe('taken')
    expect(conflictOf({ path: '/e/f', target: '/A/B#top' }, there)).toBe('chain')
    expect(conflictOf({ path: '/c/d', target: '/about' }, there)).toBe('chain')
    expect(conflictOf({ path: '/e/f', target: '/e/f?y' }, there)).toBe('chain')
    expect(conflictOf({ path: '/e/f', target: '/c/d' }, there)).toBeNull()
  })

  it('that was accepted one by one leads everywhere with one answer', () => {
    const segment = fc.constantFrom('a', 'b', 'C', 'été', 'blog', 'about')
    const path = fc
      .tuple(
        fc.constantFrom('', '/uk', '/DE', origin, `${origin}/pt`),
        fc.array(segment, { minLength: 1, maxLength: 2 }),
        fc.constantFrom('', '/', '?x=1', '#y'),
      )
      .map(([before, segments, after]) => `${before}/${segments.join('/')}${after}`)
    fc.assert(
      fc.property(fc.array(fc.record({ path, target: path }), { maxLength: 12 }), (typed) => {
        const accepted = typed.reduce<Redirect[]>((list, each) => {
          const redirect = readRedirect(each, origin)
          return 'refusal' in redirect || conflictOf(redirect, list) !== null ? list : [...list, redirect]
        }, [])
        for (const { target } of accepted) expect(answerTo(accepted, new URL(target, origin).pathname), target).toBeNull()
      }),
      { numRuns: 2000 },
    )
  })
})

/** The worker's redirect for this path; null for a path that it answers itself (src/worker/middleware/redirects.ts). */
function answerTo(redirects: readonly Redirect[], pathname: string): string | null {
  const plain = canonicalPath(pathname)
  const { path } = splitLocale(plain)
  const byPath = new Map(redirects.map((each) => [each.path, each.target]))
  return byPath.get(path) ?? byPath.get(path.toLowerCase()) ?? (plain === pathname ? null : plain)
}
