import { expect, it } from 'vitest'
import type { WireMessage } from '#shared/realtime/wire.ts'
import type { Asked } from './changer.ts'
import { judgeBooks, type Books, type Reading } from './judge-books.ts'
import { judge, type Witness } from './judge.ts'

const message = (seq: number, cid = `cid-${seq}`): WireMessage => ({ epoch: 'e', seq, cid, from: 'anna', text: cid, sentAt: 0 })
const history = [message(1), message(2), message(3)]

function verdict(witness: Partial<Witness>, log: readonly WireMessage[] = history) {
  const usual: Witness = {
    member: 'anna',
    isLive: true,
    screens: new Map([['c', history]]),
    outOfOrder: 0,
    typed: [],
    acknowledged: [],
    changes: [],
  }
  return judge(new Map([['c', log]]), [{ ...usual, ...witness }])
}

const clean = { unsent: 0, lost: 0, doubled: 0, outOfOrder: 0, changed: 0, undone: 0, stale: 0, leftovers: 0 }
const acknowledged = (cid: string, seq: number, text = cid) => [{ cid, seq, text, conversation: 'c' }]

it('finds nothing when everyone has what history has', () => {
  expect(verdict({ acknowledged: acknowledged('cid-2', 2) })).toEqual(clean)
})

it('an acknowledged message without a row is lost', () => {
  expect(verdict({ acknowledged: acknowledged('cid-9', 9) })).toEqual({ ...clean, lost: 1 })
})

it('a message that a live client does not show is lost; a session that ended may miss it', () => {
  const screens = new Map([['c', history.slice(0, 2)]])
  expect(verdict({ screens })).toEqual({ ...clean, lost: 1 })
  expect(verdict({ screens, isLive: false })).toEqual(clean)
})

it('a message stored or shown twice is doubled', () => {
  expect(verdict({}, [...history, message(4, 'cid-3')])).toMatchObject({ doubled: 1 })
  expect(verdict({ screens: new Map([['c', [...history, message(4, 'cid-3')]]]) })).toMatchObject({ doubled: 1 })
})

it('a screen in another order than history is out of order', () => {
  expect(verdict({ screens: new Map([['c', [message(2), message(1), message(3)]]]) })).toMatchObject({ outOfOrder: 1 })
})

it('an acknowledgement of another place or other words is a change', () => {
  expect(verdict({ acknowledged: acknowledged('cid-2', 3) })).toEqual({ ...clean, changed: 1 })
  expect(verdict({ acknowledged: acknowledged('cid-2', 2, 'other') })).toEqual({ ...clean, changed: 1 })
})

it('what was typed and never came into history is unsent', () => {
  expect(verdict({ typed: [{ cid: 'cid-9', conversation: 'c', text: 'x' }] })).toEqual({ ...clean, unsent: 1 })
})

const about = { conversation: 'c', pick: 0, from: 'anna', cid: 'cid-2' }
const edit = (text: string, isAcknowledged = true): Asked => ({ ...about, kind: 'edit', text, isAcknowledged })
const deletion = (isAcknowledged = true): Asked => ({ ...about, kind: 'delete', isAcknowledged })
const reaction = (emoji: '🔥' | '', isAcknowledged = true): Asked => ({ ...about, kind: 'react', emoji, isAcknowledged })
/** History and screen hold the second message like this. */
function after(changes: readonly Asked[], second: Partial<WireMessage>, shown = second) {
  const withSecond = (facts: Partial<WireMessage>) => history.map((one) => (one.seq === 2 ? { ...one, ...facts } : one))
  const screens = new Map([['c', withSecond(shown)]])
  return verdict({ changes, screens, acknowledged: acknowledged('cid-2', 2) }, withSecond(second))
}

it('the last acknowledged words are those that history has; of later ones without an answer either may be', () => {
  expect(after([edit('new')], { text: 'new' })).toEqual(clean)
  expect(after([edit('new')], {})).toEqual({ ...clean, changed: 1 })
  expect(after([edit('new'), edit('newer')], { text: 'new' })).toEqual({ ...clean, changed: 1 })
  for (const text of ['new', 'newer']) expect(after([edit('new'), edit('newer', false)], { text })).toEqual(clean)
})

it('of what was taken back nothing is left, in the words of any time', () => {
  expect(after([edit('new'), deletion()], { text: '', deleted: true })).toEqual(clean)
  expect(after([edit('new'), deletion()], { text: 'new' })).toEqual({ ...clean, changed: 1, undone: 1, leftovers: 1 })
  expect(after([deletion()], { text: 'cid-2', deleted: true })).toMatchObject({ undone: 1, leftovers: 1 })
  expect(after([deletion(false)], { text: '', deleted: true }), 'the answer was lost').toEqual(clean)
})

it('the last acknowledged reaction is the one that history has, unless the message was taken back', () => {
  const reactions = [{ from: 'anna', emoji: '🔥' as const }]
  expect(after([reaction('🔥')], { reactions })).toEqual(clean)
  expect(after([reaction('🔥')], {})).toEqual({ ...clean, undone: 1 })
  expect(after([reaction('🔥'), reaction('')], { reactions })).toEqual({ ...clean, undone: 1 })
  expect(after([reaction('🔥'), deletion()], { text: '', deleted: true })).toEqual(clean)
})

it('a screen that shows a message otherwise than history is stale', () => {
  expect(after([edit('new')], { text: 'new' }, {})).toEqual({ ...clean, stale: 1 })
  expect(after([], { reactions: [{ from: 'ben', emoji: '🔥' }] }, {})).toEqual({ ...clean, stale: 1 })
})

const of = (from: string, seq: number, text = `message ${seq} of client 1`, more: Partial<WireMessage> = {}): WireMessage => ({
  ...message(seq),
  from,
  text,
  ...more,
})
/** Ben wrote 1, 3 (edited) and 4 (taken back), Anna 2; Ben's 5 is the newest. */
const talk = [
  of('ben', 1),
  of('anna', 2),
  of('ben', 3, 'edit 1 of client 2', { change: 6 }),
  of('ben', 4, '', { deleted: true, change: 7 }),
  of('ben', 5),
]
const annas: Books = {
  member: 'anna',
  unread: 2,
  conversations: [{ conversation: 'c', unread: 2 }],
  inbox: ['c'],
  found: [...[1, 2, 5].map((seq) => ({ word: 'message', conversation: 'c', seq })), { word: 'edit', conversation: 'c', seq: 3 }],
}
const annaReads: Reading = { member: 'anna', isLive: true, reads: [], badge: 2, heardAt: new Map() }

function booksVerdict(books: Partial<Books>, reading: Partial<Reading> = {}) {
  return judgeBooks({
    histories: new Map([['c', talk]]),
    open: [{ id: 'c', members: ['anna', 'ben'] }],
    ended: [{ id: 'over', members: ['anna', 'cleo'], at: 10_000 }],
    readings: [{ ...annaReads, ...reading }],
    books: [{ ...annas, ...books }],
  })
}

const cleanBooks = { miscounted: 0, wrongBadges: 0, unfound: 0, ghosts: 0, wrongRows: 0, lateFrames: 0 }
const counted = (unread: number) => ({ unread, conversations: [{ conversation: 'c', unread }] })
const read = (place: number, isAcknowledged = true) => [{ conversation: 'c', place, isAcknowledged }]

it('finds nothing when the books agree with the log', () => {
  expect(booksVerdict({})).toEqual(cleanBooks)
})

it('what is unread stands, is the other’s, and lies behind one’s own last message and behind what was read', () => {
  for (const unread of [1, 3, 4])
    expect(booksVerdict(counted(unread), { badge: unread })).toEqual({ ...cleanBooks, miscounted: 1 })
  expect(booksVerdict(counted(1), { badge: 1, reads: read(3) })).toEqual(cleanBooks)
  expect(booksVerdict(counted(0), { badge: 0, reads: read(7) })).toEqual(cleanBooks)
  expect(booksVerdict({}, { reads: read(3) }), 'an acknowledged mark counts').toEqual({ ...cleanBooks, miscounted: 1 })
})

it('a read mark without an answer may have come through or not', () => {
  for (const unread of [1, 2]) expect(booksVerdict(counted(unread), { badge: unread, reads: read(3, false) })).toEqual(cleanBooks)
  expect(booksVerdict(counted(0), { badge: 0, reads: read(3, false) })).toEqual({ ...cleanBooks, miscounted: 1 })
})

it('a total that is not the sum, and a badge that shows another one, are wrong', () => {
  expect(booksVerdict({ unread: 3 }, { badge: 3 })).toEqual({ ...cleanBooks, miscounted: 1 })
  expect(booksVerdict({}, { badge: 3 })).toEqual({ ...cleanBooks, wrongBadges: 1 })
  expect(booksVerdict({}, { badge: 3, isLive: false }), 'a session that ended shows none').toEqual(cleanBooks)
})

it('a message that stands and is not found is missed', () => {
  expect(booksVerdict({ found: annas.found.slice(1) })).toEqual({ ...cleanBooks, unfound: 1 })
  expect(booksVerdict({ found: annas.found.slice(0, 3) }), 'by its newest words').toEqual({ ...cleanBooks, unfound: 1 })
})

it('what is found though it was taken back, says something else by now, comes twice or is over is a ghost', () => {
  const more = (word: string, seq: number, conversation = 'c') => ({ found: [...annas.found, { word, conversation, seq }] })
  expect(booksVerdict(more('message', 4))).toEqual({ ...cleanBooks, ghosts: 1 })
  expect(booksVerdict(more('message', 3))).toEqual({ ...cleanBooks, ghosts: 1 })
  expect(booksVerdict(more('message', 5))).toEqual({ ...cleanBooks, ghosts: 1 })
  expect(booksVerdict(more('message', 1, 'over'))).toEqual({ ...cleanBooks, ghosts: 1 })
})

it('an inbox has the conversations that are open, and none that has ended', () => {
  expect(booksVerdict({ inbox: ['c', 'over'] })).toEqual({ ...cleanBooks, wrongRows: 1 })
  expect(booksVerdict({ inbox: [] })).toEqual({ ...cleanBooks, wrongRows: 1 })
  const still = { conversations: [...annas.conversations, { conversation: 'over', unread: 0 }] }
  expect(booksVerdict(still)).toEqual({ ...cleanBooks, wrongRows: 1 })
})

it('a frame about a conversation that ended 5 s ago is late', () => {
  expect(booksVerdict({}, { heardAt: new Map([['over', 14_900]]) })).toEqual(cleanBooks)
  expect(booksVerdict({}, { heardAt: new Map([['over', 15_100]]) })).toEqual({ ...cleanBooks, lateFrames: 1 })
})
