import { expect, it } from 'vitest'
import type { InboxEvent } from '#shared/realtime/wire.ts'
import { applyInboxEvent, findNewer, joinRows, mergeRows, type Partner } from './inbox-rows.ts'
import type { InboxRow } from '#features/chat/contract.ts'

const row = (conversation: string, at: number, more: Partial<InboxRow> = {}): InboxRow => ({
  conversation,
  other: `${conversation}-other`,
  preview: 'Hello',
  at,
  unread: 0,
  fromMe: false,
  previewKind: 'text',
  stage: 'open',
  ...more,
})
const news = { requests: 0, preview: 'New', previewKind: 'text', stage: 'open' } as const
const partner = (conversation: string, since: number): Partner => ({
  conversation,
  memberId: `${conversation}-other`,
  firstName: conversation,
  avatar: null,
  since,
  stage: 'open',
})

it('gives rows their names, newest first, and leaves out partners who are no match any more', () => {
  const entries = joinRows([row('anna', 1), row('ben', 2), row('gone', 3)], [partner('anna', 0), partner('ben', 0)])
  expect(entries.map(({ firstName }) => firstName)).toEqual(['ben', 'anna'])
})

it('shows a fresh match before its row has come', () => {
  expect(joinRows([row('anna', 1)], [partner('anna', 0), partner('cleo', 9)])[0]).toMatchObject({
    firstName: 'cleo',
    preview: '',
    at: 9,
    unread: 0,
  })
})

it('redraws one row on an event and counts on the server’s numbers', () => {
  const event: InboxEvent = { ...news, conversation: 'anna', unread: 2, totalUnread: 5, at: 7, from: 'me' }
  expect(applyInboxEvent([row('anna', 1), row('ben', 2)], event, 'me')).toEqual([
    { ...row('anna', 7), preview: 'New', unread: 2, fromMe: true },
    row('ben', 2),
  ])
})

it('does not let an older page undo events received since', () => {
  const known = [row('anna', 7, { preview: 'Newer', unread: 1 }), row('ben', 2, { unread: 0 }), row('dora', 9)]
  const page = [row('anna', 1), row('ben', 2, { unread: 3 }), row('cleo', 4)]
  expect(mergeRows(known, page)).toEqual([known[0], row('ben', 2), row('dora', 9), row('cleo', 4)])
})

it('adds a row that it did not know', () => {
  const event: InboxEvent = { ...news, conversation: 'dora', unread: 1, totalUnread: 1, at: 7, from: 'dora-other' }
  expect(applyInboxEvent([], event, 'me').map(({ conversation }) => conversation)).toEqual(['dora'])
})

it('asks for a conversation that is newer than the page, never for one whose partner the page leaves out', () => {
  const rows = [row('left-out', 3), row('anna', 2), row('request', 1, { stage: 'incoming' })]
  const known = new Set(['left-out', 'anna'])
  expect(findNewer(rows, known, false)).toBeNull()
  expect(findNewer([row('cleo', 4), ...rows], known, false)).toBe('cleo')
  expect(findNewer(rows, known, true)).toBe('request')
})
