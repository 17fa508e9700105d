import { expect, it } from 'vitest'
import type { ServerEvent } from './wire.ts'
import { applyPresence, nobody } from './presence.ts'

const channel = 'presence-conversation.c' as const
const list = (ids: string[], rev: number): ServerEvent => ({
  event: 'presence:subscribed',
  channel,
  data: ids.map((id) => ({ user_id: id })),
  rev,
})
const joining = (id: string, rev: number): ServerEvent => ({ event: 'presence:joining', channel, data: { user_id: id }, rev })
const leaving = (id: string, rev: number): ServerEvent => ({ event: 'presence:leaving', channel, data: { user_id: id }, rev })

const after = (...events: ServerEvent[]) => [...events.reduce(applyPresence, nobody).present]

it('follows the list, joins and leaves', () => {
  expect(after(list(['anna'], 1), joining('ben', 2))).toEqual(['anna', 'ben'])
  expect(after(list(['anna', 'ben'], 1), leaving('anna', 2))).toEqual(['ben'])
})

it('ignores what was overtaken', () => {
  expect(after(list(['anna'], 5), leaving('anna', 4))).toEqual(['anna'])
  expect(after(leaving('anna', 5), list(['anna'], 4))).toEqual([])
})

it('takes a new list with the same rev after a reconnect', () => {
  expect(after(list(['anna'], 5), list(['anna', 'ben'], 5))).toEqual(['anna', 'ben'])
})
