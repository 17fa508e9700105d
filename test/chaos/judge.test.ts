import { expect, it } from 'vitest'
import type { WireMessage } from '#shared/wire.ts'
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
  }
  return judge(new Map([['c', log]]), [{ ...usual, ...witness }])
}

const clean = { unsent: 0, lost: 0, doubled: 0, outOfOrder: 0, changed: 0 }
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
