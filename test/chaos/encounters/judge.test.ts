import { expect, it } from 'vitest'
import type { WireMessage } from '#shared/realtime/wire.ts'
import { judgeEncounters, type Device, type EncounterEvidence, type EncounterJudgement, type Reading } from './judge.ts'
import type { ShownSeat } from './pages.ts'
import type { Pressed } from './stranger.ts'
import type { TrueEncounter, TrueSeat, TrueSide, TrueWait } from './truth.ts'

const side = (member: string, changed: Partial<TrueSide> = {}): TrueSide => {
  return { member, alias: `alias of ${member}`, accepted: false, revealed: false, voted: null, hasLeft: false, ...changed }
}
const said = (seq: number, member: string) => {
  return { seq, from: `alias of ${member}`, cid: `cid-${seq}`, text: `text ${seq}`, sentAt: seq }
}
const wire = (message: ReturnType<typeof said>): WireMessage => ({ epoch: 'e', ...message })

const log = [said(1, 'anna'), said(2, 'ben'), said(3, 'anna')]

/** Anna and Ben, who are talking. */
const talk: TrueEncounter = {
  id: 'one',
  kind: 'anonymous',
  phase: 'talking',
  openedAt: 10_000,
  endedAt: null,
  conversation: null,
  sides: [side('anna'), side('ben')],
  messages: log,
  dropped: [],
}
const ended: TrueEncounter = { ...talk, phase: 'ended', endedAt: 20_000 }
const bothRevealed = [side('anna', { revealed: true }), side('ben', { revealed: true })] as const
const matched: TrueEncounter = { ...ended, phase: 'matched', conversation: 'c', sides: bothRevealed }

const at = (id: string): ShownSeat => ({ state: 'paired', id, phase: 'talking' })
const seat = (member: string, encounter: string | null, shown: string[] = ['one']): TrueSeat => {
  return { member, state: encounter === null ? 'free' : 'paired', ticket: null, encounter, shown }
}
const device = (member: string, changed: Partial<Device> = {}): Device => ({
  member,
  seat: at('one'),
  pressed: [],
  screens: new Map([['one', { messages: log.map(wire), outOfOrder: 0 }]]),
  acknowledged: [],
  heard: [],
  matched: new Set(),
  ...changed,
})
const free: Partial<Device> = { seat: { state: 'free' } }
const pressing = (kind: Pressed['kind']): Partial<Device> => ({ ...free, pressed: [{ kind, id: 'one', status: null }] })
const revealing = pressing('reveal')

function verdict(changed: Partial<EncounterEvidence>): Partial<EncounterJudgement> {
  const found = judgeEncounters({
    encounters: [talk],
    queues: [],
    seats: [seat('anna', 'one'), seat('ben', 'one')],
    devices: [device('anna'), device('ben')],
    readings: [],
    matches: [],
    blocks: [],
    pauses: [],
    ...changed,
  })
  return Object.fromEntries(Object.entries(found).filter(([, count]) => count !== 0))
}

/** When their encounter is over. */
const afterwards = (encounter: TrueEncounter, changed: Partial<EncounterEvidence> = {}) =>
  verdict({
    encounters: [encounter],
    seats: [seat('anna', null), seat('ben', null)],
    devices: [device('anna', free), device('ben', free)],
    ...changed,
  })

it('finds nothing when everybody has what they should have', () => {
  expect(verdict({})).toEqual({})
  expect(verdict(nothing)).toEqual({})
})

const nothing: EncounterEvidence = {
  encounters: [],
  queues: [],
  seats: [],
  devices: [],
  readings: [],
  matches: [],
  blocks: [],
  pauses: [],
}

it('finds somebody with themself', () => {
  expect(verdict({ encounters: [{ ...talk, sides: [side('anna'), side('anna')] }] })).toMatchObject({ withSelf: 1 })
})

it('finds two who meet again, but not where neither was shown the first time', () => {
  const again = { ...talk, id: 'two', openedAt: 30_000 }
  const seats = [seat('anna', 'two', ['one', 'two']), seat('ben', 'two', ['two'])]
  const devices = [device('anna', { seat: at('two') }), device('ben', { seat: at('two') })].map((one) => ({
    ...one,
    screens: new Map([['two', { messages: log.map(wire), outOfOrder: 0 }]]),
  }))
  expect(verdict({ encounters: [ended, again], seats, devices })).toEqual({ metTwice: 1 })
  const unshown = [seat('anna', 'two', ['two']), seat('ben', 'two', ['two'])]
  expect(verdict({ encounters: [ended, again], seats: unshown, devices })).toEqual({})
})

it('finds an encounter that began well after a block of the two, or a pause of one', () => {
  const members = ['ben', 'anna'] as const
  expect(verdict({ blocks: [{ members, at: 5_000 }] })).toEqual({ forbidden: 1 })
  expect(verdict({ blocks: [{ members, at: 9_000 }] })).toEqual({})
  expect(verdict({ blocks: [{ members: ['anna', 'carla'], at: 5_000 }] })).toEqual({})
  expect(verdict({ pauses: [{ member: 'ben', at: 5_000 }] })).toEqual({ forbidden: 1 })
})

it('finds a member of whom two encounters went on at once, but not where they were never shown one of them', () => {
  const other = { ...ended, id: 'two', sides: [side('anna'), side('carla')] as const, openedAt: 15_000 }
  const seats = [seat('anna', null, ['one', 'two']), seat('ben', null)]
  expect(afterwards(ended, { encounters: [ended, other], seats })).toEqual({ twoAtOnce: 1 })
  expect(afterwards(ended, { encounters: [ended, { ...other, openedAt: 19_000 }], seats })).toEqual({})
  // Anna had left her wait when the second one opened, which ended at once.
  expect(afterwards(ended, { encounters: [ended, { ...other, endedAt: 15_004 }] })).toEqual({})
})

it('finds messages that are missing, doubled, in another order, or changed', () => {
  const shows = (messages: readonly WireMessage[], outOfOrder = 0) =>
    verdict({ devices: [device('anna', { screens: new Map([['one', { messages, outOfOrder }]]) }), device('ben')] })
  const [one, two, three] = log.map(wire) as [WireMessage, WireMessage, WireMessage]
  expect(shows([one, two])).toEqual({ lost: 1 })
  expect(shows([one, two, two, three])).toEqual({ doubled: 1 })
  expect(shows([two, one, three])).toEqual({ outOfOrder: 1 })
  expect(shows([one, two, three], 1)).toEqual({ outOfOrder: 1 })
  expect(shows([one, { ...two, text: 'another' }, three])).toEqual({ changed: 1 })
  expect(shows([{ ...one, from: 'anna' }, two, three])).toEqual({})
  expect(afterwards(ended, { devices: [device('anna', { ...free, screens: new Map() })] })).toEqual({})
})

it('finds an acknowledgement without its message, or with another place or text', () => {
  const promised = (cid: string, seq: number, text: string) =>
    verdict({ devices: [device('anna', { acknowledged: [{ conversation: 'one', cid, seq, text }] }), device('ben')] })
  expect(promised('cid-1', 1, 'text 1')).toEqual({})
  expect(promised('cid-9', 9, 'text 9')).toEqual({ lost: 1 })
  expect(promised('cid-2', 2, 'text 2'), 'it is Ben’s').toEqual({ lost: 1 })
  expect(promised('cid-1', 2, 'text 1')).toEqual({ changed: 1 })
  expect(promised('cid-1', 1, 'another')).toEqual({ changed: 1 })
})

const messages = log.map((message) => ({ ...wire(message), from: message.from.replace('alias of ', '') }))
const match = { members: ['anna', 'ben'] as const, conversation: 'c', messages }
const devices = [device('anna', revealing), device('ben', revealing)]

it('finds a match that not both have asked for, and two who have both asked in vain', () => {
  expect(afterwards(matched, { matches: [match], devices })).toEqual({})
  expect(afterwards(matched, { matches: [match], devices: [device('anna', revealing), device('ben', free)] })).toEqual({
    wrongReveals: 1,
  })
  const lone = { ...matched, sides: [side('anna', { revealed: true }), side('ben')] as const }
  expect(afterwards(lone, { matches: [match], devices })).toEqual({ wrongReveals: 1 })
  expect(afterwards({ ...ended, sides: bothRevealed }, { devices })).toEqual({ wrongReveals: 1 })
  expect(afterwards({ ...ended, sides: bothRevealed }, { devices, blocks: [{ members: ['anna', 'ben'], at: 15_000 }] })).toEqual(
    {},
  )
  const left = [side('anna', { revealed: true, hasLeft: true }), side('ben', { revealed: true })] as const
  expect(afterwards({ ...ended, sides: left }, { devices })).toEqual({})
})

it('finds a date that matched without two votes for it', () => {
  const voting = (yes: boolean): TrueEncounter => {
    return { ...matched, kind: 'blind', sides: [side('anna', { voted: true }), side('ben', { voted: yes })] }
  }
  const votes = (kind: 'vote-yes' | 'vote-no') => ['anna', 'ben'].map((member) => device(member, pressing(kind)))
  expect(afterwards(voting(true), { matches: [match], devices: votes('vote-yes') })).toEqual({})
  expect(afterwards(voting(true), { matches: [match], devices: votes('vote-no') })).toEqual({ wrongReveals: 1 })
  expect(afterwards(voting(false), { matches: [match], devices: votes('vote-yes') })).toEqual({ wrongReveals: 1 })
})

it('finds somebody who was told of a match that is none, or who the other one is', () => {
  const told = (changed: Partial<Device>) => [device('anna', { ...free, ...changed }), device('ben', free)]
  expect(afterwards(ended, { devices: told({ matched: new Set(['one']) }) })).toEqual({ toldAlone: 1 })
  expect(afterwards(ended, { devices: told({ heard: ['{"user_id":"ben"}'] }) })).toEqual({ toldAlone: 1 })
  expect(afterwards(ended, { devices: told({ heard: ['{"user_id":"anna"}', '{"user_id":"alias of b"}'] }) })).toEqual({})
})

it('finds a match without its conversation, without what was said, and a conversation of two who never revealed', () => {
  expect(afterwards(matched, { devices })).toEqual({ wrongMatches: 1 })
  expect(afterwards(matched, { devices, matches: [{ ...match, conversation: 'another' }] })).toEqual({ wrongMatches: 1 })
  expect(afterwards(matched, { devices, matches: [{ ...match, messages: messages.slice(1) }] })).toEqual({ wrongMatches: 1 })
  expect(afterwards(matched, { devices, matches: [{ ...match, messages: log.map(wire) }] })).toEqual({ wrongMatches: 1 })
  expect(afterwards(matched, { devices, matches: [match, match] })).toEqual({ wrongMatches: 1 })
  expect(afterwards(ended, { matches: [match] })).toEqual({ wrongMatches: 1 })
})

const reading = (member: string, ending: string | null, isReadable = false): Reading => ({
  member,
  id: 'one',
  ending,
  isReadable,
})

it('finds messages that are readable after the end, and a page that somebody else has', () => {
  expect(afterwards(ended, { readings: [reading('anna', 'ended', true)] })).toEqual({ readable: 1 })
  expect(verdict({ readings: [reading('anna', 'talking', true)] })).toEqual({})
  expect(verdict({ readings: [reading('carla', 'talking')] })).toEqual({ readable: 1 })
  expect(verdict({ readings: [reading('carla', null)] })).toEqual({})
})

it('finds two who see different endings, unless one has left while their match was being written', () => {
  const readings = [reading('anna', 'ended at 1'), reading('ben', 'matched in c')]
  const left = [side('anna', { revealed: true, hasLeft: true }), side('ben', { revealed: true })] as const
  const matching = { devices: ['anna', 'ben'].map((member) => device(member, revealing)), matches: [match], readings }
  expect(afterwards({ ...matched, sides: left }, matching)).toEqual({})
  expect(afterwards(matched, matching)).toEqual({ endings: 1 })
  expect(afterwards(ended, { readings: [reading('anna', 'ended at 1'), reading('ben', 'ended at 2')] })).toEqual({ endings: 1 })
  expect(afterwards(ended, { readings: [reading('anna', 'ended at 1'), reading('ben', 'ended at 1')] })).toEqual({})
})

const waits = (member: string, changed: Partial<TrueWait> = {}): TrueWait => {
  return {
    ticket: `ticket of ${member}`,
    member,
    pairing: null,
    since: 0,
    languages: ['en'],
    topics: [],
    token: `token of ${member}`,
    past: [],
    profile: null,
    ...changed,
  }
}
const waiting = (member: string): TrueSeat => {
  return { member, state: 'waiting', ticket: `ticket of ${member}`, encounter: null, shown: [] }
}

function waitsOf(rows: TrueWait[], changed: Partial<EncounterEvidence> = {}) {
  const queues = [{ name: 'anonymous:0', waiting: rows, encounters: [] }]
  const members = [...new Set(rows.map(({ member }) => member))]
  return verdict({ ...nothing, queues, seats: members.map(waiting), ...changed })
}

it('finds two who wait though they could be paired', () => {
  expect(waitsOf([waits('anna'), waits('ben')])).toEqual({ stranded: 1 })
  expect(waitsOf([waits('anna')])).toEqual({})
  expect(waitsOf([waits('anna', { past: ['token of ben'] }), waits('ben')])).toEqual({})
  expect(waitsOf([waits('anna', { topics: ['music'] }), waits('ben', { topics: ['films'] })])).toEqual({})
  expect(waitsOf([waits('anna', { languages: ['uk'] }), waits('ben')])).toEqual({})
  expect(waitsOf([waits('anna', { languages: ['uk', 'en'] }), waits('ben')])).toEqual({ stranded: 1 })
  expect(waitsOf([waits('anna'), waits('ben')], { blocks: [{ members: ['ben', 'anna'], at: 0 }] })).toEqual({})
  expect(waitsOf([waits('anna'), waits('ben')], { pauses: [{ member: 'ben', at: 0 }] })).toEqual({})
})

it('finds waits that no queue has, waits without a seat, and those that are reserved for ever', () => {
  expect(waitsOf([], { seats: [waiting('anna')] })).toEqual({ stranded: 1 })
  expect(waitsOf([waits('anna', { ticket: 'an older one' })], { seats: [waiting('anna')] })).toEqual({ stranded: 1, ghosts: 1 })
  expect(waitsOf([waits('anna')], { seats: [] })).toEqual({ ghosts: 1 })
  expect(waitsOf([waits('anna', { pairing: 'one' })])).toEqual({ stranded: 1 })
})

it('finds encounters that go on without one of the two, seats in one that is over, and matches that are never written', () => {
  expect(verdict({ seats: [seat('anna', 'one'), seat('ben', null)], devices: [device('anna')] })).toEqual({ ghosts: 1 })
  expect(afterwards(ended, { seats: [seat('anna', 'one'), seat('ben', null)], devices: [] })).toEqual({ stranded: 1 })
  expect(verdict({ encounters: [{ ...talk, phase: 'deciding' }] })).toEqual({ stranded: 1 })
})

it('finds a device that shows another place than the seat, or another phase', () => {
  expect(verdict({ devices: [device('anna', free), device('ben')] })).toEqual({ wrongSeats: 1 })
  expect(verdict({ devices: [device('anna', { seat: at('two') }), device('ben')] })).toEqual({ wrongSeats: 1 })
  const voting: TrueEncounter = { ...talk, kind: 'blind', phase: 'voting' }
  expect(verdict({ encounters: [voting] })).toEqual({ wrongSeats: 2 })
})
