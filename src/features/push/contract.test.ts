import { describe, expect, it } from 'vitest'
import { notificationKinds } from '#shared/realtime/wire.ts'
import { href } from '#shared/routing/href.ts'
import { findRoute } from '#shared/routing/match.ts'
import { routes } from '#shared/routing/routes.ts'
import { isPushPayload, pushHref } from './contract.ts'
import { notificationHref } from '#shared/routing/notification-href.ts'

const payload = { kind: 'message', locale: 'uk', title: 'New', text: 'Open Kismet.' } as const

describe('a press on a push message', () => {
  it.each(notificationKinds)('leads somewhere for the kind %s', (kind) => {
    const { pathname } = new URL(pushHref({ kind, locale: 'uk' }), 'https://kismet.test')
    expect(findRoute(pathname)).toMatchObject({ locale: { code: 'uk' }, route: { auth: 'required' } })
  })

  it('leads to the page of its notification', () => {
    for (const about of [{ link: 'c1' }, { link_anon: 'a1' }, { link_blind: 'd1' }])
      expect(pushHref({ kind: 'message', locale: 'uk', ...about })).toBe(
        notificationHref({ id: 'n', kind: 'message', ...about }, 'uk'),
      )
    expect(pushHref({ ...payload, link: 'c1' })).toBe(href(routes.messages, {}, { locale: 'uk', query: { chat: 'c1' } }))
  })

  it('takes ids alone: an address, or a way out of a page, makes it none of ours', () => {
    expect(isPushPayload({ ...payload, link: 'c-1_a' })).toBe(true)
    for (const link of ['https://example.test', '../sign-in', 'c1?next=//example.test', '', 7, {}, 'x'.repeat(65)])
      expect(isPushPayload({ ...payload, link }), String(link)).toBe(false)
  })
})
