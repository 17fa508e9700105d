import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WireMessage } from '#shared/realtime/wire.ts'
import type { HistoryPage } from '#features/chat/contract.ts'
import { addEarlier, addLater } from './log-extension.ts'
import { applyMessages, mostRows, mostShown, openWindow, type LogWindow } from './log-window.ts'

const message = (seq: number, more: Partial<WireMessage> = {}): WireMessage => ({
  epoch: 'e',
  seq,
  cid: `cid-${seq}`,
  from: 'anna',
  text: `${seq}`,
  sentAt: seq,
  ...more,
})
/** Messages `from` to `to` of a log that ends at `head`. */
const page = (from: number, to: number, head: number): HistoryPage => ({
  epoch: 'e',
  head,
  more: from > 1,
  later: to < head,
  messages: Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => message(from + index)),
  quoted: [],
  marks: [],
})
const seqs = ({ messages }: LogWindow) => messages.map(({ seq }) => seq)

describe('the window on screen', () => {
  it('grows at its end while it is the newest one', () => {
    expect(seqs(applyMessages(openWindow(page(4, 5, 5)), [message(6)]))).toEqual([4, 5, 6])
  })

  it('holds new messages back while there is a gap before them, and shows them when the gap is closed', () => {
    const open = applyMessages(openWindow(page(1, 3, 6)), [message(7), message(8)])
    expect(seqs(open)).toEqual([1, 2, 3])
    expect(open.held.map(({ seq }) => seq)).toEqual([7, 8])
    const closed = addLater(open, page(4, 6, 6))
    expect(seqs(closed)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(closed).toMatchObject({ hasLater: false, held: [] })
  })

  it('stays open at its end when a later page is not the last one', () => {
    const open = addLater(applyMessages(openWindow(page(1, 2, 9)), [message(10)]), page(3, 4, 10))
    expect(seqs(open)).toEqual([1, 2, 3, 4])
    expect(open.hasLater).toBe(true)
    expect(open.held).toHaveLength(1)
  })

  it('takes changes of what it shows, and none of what it does not show', () => {
    const changed = applyMessages(openWindow(page(4, 5, 9)), [
      message(4, { change: 10, text: 'edited' }),
      message(2, { change: 11, text: 'out of sight' }),
    ])
    expect(changed.messages.map(({ text }) => text)).toEqual(['edited', '5'])
    expect(changed.held).toEqual([])
  })

  it('is the same object when nothing new was received', () => {
    const open = openWindow(page(4, 5, 5))
    expect(applyMessages(open, [message(5), message(1)])).toBe(open)
  })

  it('lets go of the far end when it becomes too long, and fetches it again on the way back', () => {
    let window = openWindow(page(951, 1000, 1000))
    for (let first = 901; seqs(window)[0] !== 601; first -= 50) window = addEarlier(window, page(first, first + 49, 1000))
    expect(window.messages).toHaveLength(mostShown)
    expect(window).toMatchObject({ hasEarlier: true, hasLater: true })
    window = addLater(window, page(901, 950, 1000))
    expect(seqs(window)[0]).toBe(651)
    window = addLater(window, page(951, 1000, 1000))
    expect(seqs(window).at(-1)).toBe(1000)
    expect(window).toMatchObject({ hasEarlier: true, hasLater: false })
  })

  it('drops the oldest when many messages are received at its end', () => {
    const long = openWindow(page(1, mostRows, mostRows))
    expect(seqs(long)).toHaveLength(mostRows)
    const cut = applyMessages(long, [message(mostRows + 1)])
    expect(seqs(cut)).toEqual(Array.from({ length: mostShown }, (_, n) => n + 102))
    expect(cut).toMatchObject({ hasEarlier: true, hasLater: false, held: [] })
  })

  it('keeps the message being read and its neighbours when many are received below, which wait', () => {
    const news = Array.from({ length: 600 }, (_, n) => message(n + 301))
    const cut = applyMessages(openWindow(page(1, 300, 300)), news, 250)
    expect([seqs(cut)[0], seqs(cut).at(-1), seqs(cut).length]).toEqual([100, 399, mostShown])
    expect(cut).toMatchObject({ hasEarlier: true, hasLater: true })
    expect(cut.held.map(({ seq }) => seq)).toEqual(Array.from({ length: 501 }, (_, n) => n + 400))
    const start = applyMessages(openWindow(page(1, 300, 300)), news, 10)
    expect([seqs(start)[0], seqs(start).at(-1)]).toEqual([1, mostShown])
  })

  it('shows the newest waiting messages to someone who goes to the end, and the next ones to someone who reads on', () => {
    const news = Array.from({ length: 1000 }, (_, n) => message(n + 301))
    const read = applyMessages(addEarlier(openWindow(page(251, 300, 300)), page(201, 250, 300)), news, 210)
    const atEnd = openWindow(page(1251, 1300, 1300), read.held)
    expect([seqs(atEnd)[0], seqs(atEnd).at(-1)]).toEqual([1001, 1300])
    expect(atEnd).toMatchObject({ hasEarlier: true, hasLater: false, held: [] })
    const last = seqs(read).at(-1) ?? 0
    const on = addLater({ ...read, hasLater: true }, { ...page(last + 1, last + 50, last + 50), later: false })
    expect(seqs(on)).toContain(last + 50)
    expect(on.messages).toHaveLength(mostShown)
    expect(on.hasLater).toBe(true)
    expect(on.held.at(-1)?.seq).toBe(1300)
  })

  it('never has a hole, and ends with everything, however one reads and whatever arrives meanwhile', () => {
    const step = fc.constantFrom('hear', 'hear much', 'earlier', 'later', 'newest', 'jump')
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 2000 }), (steps, start) => {
        let head = 2000
        const at = (first: number) => page(Math.max(1, first), Math.min(head, Math.max(1, first) + 49), head)
        let window = openWindow(at(start))
        for (const [turn, next] of steps.entries()) {
          const [first = 1, last = first] = [seqs(window)[0], seqs(window).at(-1)]
          if (next === 'hear') window = applyMessages(window, [message((head += 1))])
          if (next === 'hear much') {
            const news = Array.from({ length: 170 }, () => message((head += 1)))
            // A reader further up has a position within the window.
            window = applyMessages(
              window,
              news,
              turn % 2 === 0 ? null : (seqs(window)[(turn * 13) % seqs(window).length] ?? null),
            )
          }
          if (next === 'earlier' && window.hasEarlier) window = addEarlier(window, page(Math.max(1, first - 50), first - 1, head))
          if (next === 'later' && window.hasLater) window = addLater(window, at(last + 1))
          if (next === 'newest') window = openWindow(at(head - 49), window.held)
          if (next === 'jump') window = openWindow(at((start * 7) % head), window.held)
          const shown = seqs(window)
          expect(shown).toEqual(Array.from(shown, (_, index) => (shown[0] ?? 1) + index))
          expect(shown.length).toBeLessThanOrEqual(mostRows)
          expect(window.hasLater || shown.at(-1) === head).toBe(true)
        }
      }),
    )
  })
})
