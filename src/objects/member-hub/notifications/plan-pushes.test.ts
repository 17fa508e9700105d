import { describe, expect, it } from 'vitest'
import { defaultPreferences, type Preferences } from '#features/notifications/contract.ts'
import { attentionMs, commonLink, planPushes, withoutSeen, withPush, type PushState } from './plan-pushes.ts'

const now = Date.parse('2026-11-24T23:00:00Z')
const minute = 60_000
const quietHours = { start: '22:00', end: '07:00' }
const waiting = { since: now, readyAt: now }

const plan = (state: Partial<PushState>, at = now) =>
  planPushes({ waiting: {}, preferences: defaultPreferences, timeZone: 'UTC', pushedAt: () => null, ...state }, at)

const chosen = (kind: 'message' | 'security', push: boolean): Preferences => ({
  ...defaultPreferences,
  notifications: { ...defaultPreferences.notifications, [kind]: { ...defaultPreferences.notifications[kind], push } },
})

describe('a push message', () => {
  it('is sent when no window has answered in time', () => {
    const asked = { message: { since: now, readyAt: now + attentionMs } }
    expect(plan({ waiting: asked })).toEqual({ due: [], dropped: [], again: now + attentionMs })
    expect(plan({ waiting: asked }, now + attentionMs).due).toMatchObject([{ kind: 'message', isSilent: false }])
  })

  it('is dropped when its kind is turned off', () => {
    const { due, dropped } = plan({ waiting: { message: waiting, like: waiting }, preferences: chosen('message', false) })
    expect([due.map(({ kind }) => kind), dropped.map(({ kind }) => kind)]).toEqual([['like'], ['message']])
  })

  it('is dropped in quiet hours, but security comes, silently', () => {
    const preferences = { ...defaultPreferences, quietHours }
    const { due, dropped } = plan({ waiting: { message: waiting, security: waiting }, preferences })
    expect(due).toMatchObject([{ kind: 'security', isSilent: true }])
    expect(dropped.map(({ kind }) => kind)).toEqual(['message'])
  })

  it('waits a while after another one of its kind, and security never does', () => {
    const { due, again } = plan({ waiting: { message: waiting, security: waiting }, pushedAt: () => now - 1000 })
    expect(due.map(({ kind }) => kind)).toEqual(['security'])
    expect(again).toBe(now - 1000 + minute)
  })

  it('that is stored nowhere is dropped when it has ended', () => {
    expect(plan({ waiting: { 'blind-date': { ...waiting, until: now } } }).dropped).toHaveLength(1)
    expect(plan({ waiting: { 'blind-date': { ...waiting, until: now + 1 } } }).due).toHaveLength(1)
  })
})

describe('what has come', () => {
  it('is counted from the first of its kind, so that a lively chat never puts its message off', () => {
    const first = withPush({}, 'message', waiting)
    expect(withPush(first, 'message', { since: now + 1, readyAt: now + 5000 })).toEqual(first)
  })

  it('needs no message when a window with the focus shows it, but a change of the account’s safety does', () => {
    expect(withoutSeen({ message: waiting, like: waiting })).toEqual({})
    expect(withoutSeen({ message: waiting, security: waiting })).toEqual({ security: waiting })
  })
})

describe('the page that a push message leads to', () => {
  it('is that of the conversation, while it is one', () => {
    expect(commonLink([{ kind: 'message', from: 'a', conversation: 'c1' }])).toEqual({ link: 'c1' })
    const one = { kind: 'message', from: 'a', conversation: 'c1' } as const
    expect(commonLink([one, { ...one, accepted: true }])).toEqual({ link: 'c1' })
    expect(commonLink([one, { ...one, conversation: 'c2' }])).toEqual({})
  })

  it('is that of the order', () => {
    const paid = { kind: 'order', order: 'o1', event: 'paid' } as const
    expect(commonLink([paid, { ...paid, event: 'refunded' }])).toEqual({ link_order: 'o1' })
    expect(commonLink([paid, { ...paid, order: 'o2' }])).toEqual({})
  })

  it('is the list for what has no page', () => {
    expect(commonLink([{ kind: 'like', from: 'a' }])).toEqual({})
    expect(commonLink([])).toEqual({})
  })
})
