import { describe, expect, it } from 'vitest'
import { limits, type WireMessage } from '#shared/realtime/wire.ts'
import { edit, react, takeBack } from './changes.ts'

const sentAt = 1_000_000
const message: WireMessage = { epoch: 'e', seq: 3, cid: 'cid-12345678', from: 'anna', text: 'Helo', sentAt }
const photo = { id: 'p', width: 10, height: 20 }

describe('an edit', () => {
  it('is possible for one’s own words within 15 minutes, to the millisecond', () => {
    const last = sentAt + limits.editMs
    expect(edit(message, 'anna', ' Hello\u0000 ', last)).toEqual({ message: { ...message, text: 'Hello', editedAt: last } })
    expect(edit(message, 'anna', 'Hello', last + 1)).toEqual({ refused: 'conflict' })
    expect(edit(message, 'ben', 'Hello', sentAt)).toEqual({ refused: 'conflict' })
  })

  it('to what is there already changes nothing, however late', () => {
    const same = edit(message, 'anna', ' Helo ', sentAt + 10 * limits.editMs)
    expect('message' in same && same.message).toBe(message)
  })

  it('of what was taken back is refused', () => {
    expect(edit({ ...message, text: '', deleted: true }, 'anna', 'Hello', sentAt)).toEqual({ refused: 'conflict' })
  })

  it('must leave something visible, unless a photo does', () => {
    for (const text of ['', ' \u200b ', 'x'.repeat(2001)])
      expect(edit(message, 'anna', text, sentAt)).toEqual({ refused: 'bad-frame' })
    const shown = { ...message, photo }
    expect(edit(shown, 'anna', ' ', sentAt)).toEqual({ message: { ...shown, text: '', editedAt: sentAt } })
    expect(edit(shown, 'anna', 'x'.repeat(2001), sentAt)).toEqual({ refused: 'bad-frame' })
  })
})

describe('taking a message back', () => {
  it('leaves nothing but its seq', () => {
    const full: WireMessage = {
      ...message,
      photo,
      editedAt: sentAt,
      change: 9,
      replyTo: { epoch: 'e', seq: 1 },
      reactions: [{ from: 'ben', emoji: '👍' }],
    }
    const { epoch, seq, cid, from } = message
    expect(takeBack(full, 'anna')).toEqual({ message: { epoch, seq, cid, from, sentAt, text: '', deleted: true } })
  })

  it('is for one’s own, and a second time changes nothing', () => {
    expect(takeBack(message, 'ben')).toEqual({ refused: 'conflict' })
    const gone: WireMessage = { ...message, text: '', deleted: true }
    const again = takeBack(gone, 'anna')
    expect('message' in again && again.message).toBe(gone)
  })
})

describe('a reaction', () => {
  const liked: WireMessage = { ...message, reactions: [{ from: 'ben', emoji: '👍' }] }

  it('is one per member: another replaces it, none removes it', () => {
    expect(react(message, 'ben', '👍')).toEqual({ message: liked })
    expect(react(liked, 'ben', '🔥')).toEqual({ message: { ...message, reactions: [{ from: 'ben', emoji: '🔥' }] } })
    expect(react(liked, 'anna', '😂')).toEqual({
      message: { ...message, reactions: [...(liked.reactions ?? []), { from: 'anna', emoji: '😂' }] },
    })
    expect(react(liked, 'ben', '')).toEqual({ message })
  })

  it('given again, or taken away twice, changes nothing', () => {
    const [again, none] = [react(liked, 'ben', '👍'), react(message, 'ben', '')]
    expect('message' in again && again.message).toBe(liked)
    expect('message' in none && none.message).toBe(message)
  })

  it('to what was taken back is refused', () => {
    expect(react({ ...message, text: '', deleted: true }, 'ben', '👍')).toEqual({ refused: 'conflict' })
  })
})
