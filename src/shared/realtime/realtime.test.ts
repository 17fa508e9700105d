import { expect, it } from 'vitest'
import { countUnread } from './realtime.tsx'

const told = { unread: 5, unreadIn: { open: 3, other: 2 } }

it('what is being read is not unread, though the server has not heard of it', () => {
  expect(countUnread({ ...told, shown: { conversation: 'open', isRead: true } })).toBe(2)
})

it('what came below while one reads further up is unread, and stays so when one leaves', () => {
  expect(countUnread({ ...told, shown: { conversation: 'open', isRead: false } })).toBe(5)
  expect(countUnread({ ...told, shown: null })).toBe(5)
})

it('a conversation that nothing was told of changes no count', () => {
  expect(countUnread({ ...told, shown: { conversation: 'quiet', isRead: true } })).toBe(5)
  expect(countUnread({ unread: null, unreadIn: {}, shown: null })).toBeNull()
})
