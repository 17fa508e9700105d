import { expect, it } from 'vitest'
import { countUnread } from './realtime.tsx'

const told = { unread: 5, unreadIn: { open: 3, other: 2 } }

it('messages being read are not unread, though the server does not know yet', () => {
  expect(countUnread({ ...told, shown: { conversation: 'open', isRead: true } })).toBe(2)
})

it('what came below while one reads further up is unread, and stays so when one leaves', () => {
  expect(countUnread({ ...told, shown: { conversation: 'open', isRead: false } })).toBe(5)
  expect(countUnread({ ...told, shown: null })).toBe(5)
})

it('a conversation without an event changes no count', () => {
  expect(countUnread({ ...told, shown: { conversation: 'quiet', isRead: true } })).toBe(5)
  expect(countUnread({ unread: null, unreadIn: {}, shown: null })).toBeNull()
})
