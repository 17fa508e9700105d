import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { notificationKinds, type NotificationKind } from '../realtime/wire.ts'
import { href } from './href.ts'
import { findRoute } from './match.ts'
import { routeList, routes, type RouteName } from './routes.ts'
import { notificationHref, type NotificationLink } from './notification-href.ts'
import { reportNoticeId } from '../realtime/report-notice-id.ts'

const chat = { link: 'c 1' }

/** What each kind carries, and the page that it leads to. */
const kinds: Record<NotificationKind, [Omit<NotificationLink, 'id' | 'kind'>, RouteName]> = {
  message: [chat, 'messages'],
  request: [chat, 'messages'],
  match: [chat, 'messages'],
  reveal: [chat, 'messages'],
  favourite: [chat, 'messages'],
  stranger: [{ link_anon: 'a-1' }, 'anonymousChatRoom'],
  like: [{}, 'likes'],
  visitor: [{}, 'visitors'],
  'blind-date': [{}, 'blindDates'],
  order: [{ link_order: 'o 1' }, 'store'],
  gift: [chat, 'messages'],
  verification: [{}, 'mainSettings'],
  moderation: [{}, 'profileSettings'],
  security: [{}, 'mainSettings'],
}

it.each(notificationKinds)('the address of the kind %s is that of a route, in the reader’s language', (kind) => {
  const [link, name] = kinds[kind]
  for (const locale of ['en', 'uk'] as const) {
    const address = notificationHref({ id: 'n1', kind, ...link }, locale)
    const { pathname, searchParams } = new URL(address ?? '', 'https://kismet.test')
    expect(findRoute(pathname)).toMatchObject({ route: { key: routes[name].key }, locale: { code: locale } })
    expect(searchParams.get('chat')).toBe(link.link ?? null)
    expect(searchParams.get('order')).toBe(link.link_order ?? null)
  }
})

it.each([
  ['an anonymous chat', { link_anon: 'a/1' }, routes.anonymousChatRoom],
  ['a blind date', { link_blind: 'a/1' }, routes.blindDate],
] as const)('%s leads to its page', (_, link, route) => {
  expect(notificationHref({ id: 'n1', kind: 'message', ...link }, 'uk')).toBe(href(route, { id: 'a/1' }, { locale: 'uk' }))
})

it('a like that the reader has given leads to those they have sent', () => {
  expect(notificationHref({ id: 'n1', kind: 'like', like_out: true }, 'uk')).toBe(
    href(routes.likes, {}, { locale: 'uk', query: { tab: 'sent' } }),
  )
})

it('the notice about a decided report leads nowhere: it has no page', () => {
  expect(notificationHref({ id: reportNoticeId('r1'), kind: 'moderation' }, 'en')).toBeNull()
})

it('leads nowhere without a chat and without a page of its own', () => {
  expect(notificationHref({ id: 'n1', kind: 'message' }, 'en')).toBeNull()
})

it('no source of notifications has the path of a page written by hand', () => {
  const paths = routeList.map(({ path }) => path.replace(/:\w+$/, '')).filter((path) => path !== '/')
  const sources = globSync(['src/features/notifications/**/*.{ts,tsx}', 'src/objects/member-hub/notifications/*.ts']).filter(
    (file) => !file.includes('.test.'),
  )
  const typed = sources.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return paths
      .filter((path) => [`'${path}`, `"${path}`, `\`${path}`].some((start) => text.includes(start)))
      .map((path) => `${file}: ${path}`)
  })
  expect(sources.length).toBeGreaterThan(20)
  expect(typed).toEqual([])
})
