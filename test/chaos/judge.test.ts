import { expect, it } from 'vitest'
import type { WireMessage } from '#shared/wire.ts'
import type { Asked } from './changer.ts'
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
