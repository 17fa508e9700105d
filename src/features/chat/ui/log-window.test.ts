import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WireMessage } from '#shared/wire.ts'
import type { HistoryPage } from '../contract.ts'
import { addEarlier, addLater, hearMessages, mostShown, openWindow, trimEarlier, type LogWindow } from './log-window.ts'

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

describe('the stretch on screen', () => {
  it('grows at its end while it is the newest one', () => {
    expect(seqs(hearMessages(openWindow(page(4, 5, 5)), [message(6)]))).toEqual([4, 5, 6])
  })

  it('holds new messages back while there is a gap before them, and shows them when the gap is closed', () => {
    const open = hearMessages(openWindow(page(1, 3, 6)), [message(7), message(8)])
    expect(seqs(open)).toEqual([1, 2, 3])
    expect(open.held.map(({ seq }) => seq)).toEqual([7, 8])
    const closed = addLater(open, page(4, 6, 6))
    expect(seqs(closed)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(closed).toMatchObject({ hasLater: false, held: [] })
  })

  it('stays open at its end when a later page is not the last one', () => {
    const open = addLater(hearMessages(openWindow(page(1, 2, 9)), [message(10)]), page(3, 4, 10))
    expect(seqs(open)).toEqual([1, 2, 3, 4])
    expect(open.hasLater).toBe(true)
    expect(open.held).toHaveLength(1)
  })

  it('takes changes of what it shows, and none of what it does not show', () => {
    const changed = hearMessages(openWindow(page(4, 5, 9)), [
      message(4, { change: 10, text: 'edited' }),
      message(2, { change: 11, text: 'out of sight' }),
    ])
    expect(changed.messages.map(({ text }) => text)).toEqual(['edited', '5'])
    expect(changed.held).toEqual([])
  })

  it('is the same object when nothing new was heard', () => {
    const open = openWindow(page(4, 5, 5))
    expect(hearMessages(open, [message(5), message(1)])).toBe(open)
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

  it('is cut only when it is much too long, for who is at its end', () => {
    const long = openWindow(page(1, 2 * mostShown, 2 * mostShown))
    expect(trimEarlier(long)).toBe(long)
    const cut = trimEarlier(hearMessages(long, [message(2 * mostShown + 1)]))
    expect(cut.messages).toHaveLength(mostShown)
    expect(cut.hasEarlier).toBe(true)
  })

  it('never has a hole, and ends with everything, however one reads and whatever arrives meanwhile', () => {
    const step = fc.constantFrom('hear', 'earlier', 'later', 'newest', 'jump')
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 2000 }), (steps, start) => {
        let head = 2000
        const at = (first: number) => page(Math.max(1, first), Math.min(head, Math.max(1, first) + 49), head)
        let window = openWindow(at(start))
        for (const next of steps) {
          const [first = 1, last = first] = [seqs(window)[0], seqs(window).at(-1)]
          if (next === 'hear') window = hearMessages(window, [message((head += 1))])
          if (next === 'earlier' && window.hasEarlier) window = addEarlier(window, page(Math.max(1, first - 50), first - 1, head))
          if (next === 'later' && window.hasLater) window = addLater(window, at(last + 1))
          if (next === 'newest') window = openWindow(at(head - 49), window.held)
          if (next === 'jump') window = openWindow(at((start * 7) % head), window.held)
          const shown = seqs(window)
          expect(shown).toEqual(Array.from(shown, (_, index) => (shown[0] ?? 1) + index))
          expect(window.hasLater || shown.at(-1) === head).toBe(true)
        }
      }),
    )
  })
})
