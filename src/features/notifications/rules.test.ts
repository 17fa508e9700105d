import { expect, it } from 'vitest'
import { messageNotification, previewOf } from './rules.ts'

it('a preview is one line of at most 140 characters', () => {
  expect(previewOf(' one\n two\t three ')).toBe('one two three')
  expect(previewOf('x'.repeat(140))).toBe('x'.repeat(140))
  expect(previewOf('x'.repeat(141))).toBe(`${'x'.repeat(139)}…`)
  expect(previewOf('💛'.repeat(140))).toBe('💛'.repeat(140))
  expect(previewOf('💛'.repeat(141))).toBe(`${'💛'.repeat(139)}…`)
})

it('the notification of a message names its sender and leads to the chat', () => {
  const message = { epoch: 'e', seq: 1, cid: 'c', from: 'anna', text: 'Hello', sentAt: 1 }
  expect(messageNotification('n1', 'chat1', message, { firstName: 'Anna', icon: '/a.svg' })).toEqual({
    id: 'n1',
    kind: 'message',
    title: 'Anna',
    message: 'Hello',
    link: 'chat1',
    icon: '/a.svg',
  })
  expect(messageNotification('n1', 'chat1', message, { firstName: 'Anna', icon: null })).not.toHaveProperty('icon')
})
