import type { EncounterPhase } from '#features/encounters/contract.ts'
import { keptMessages } from '#features/encounters/contract.ts'
import type { WireMessage } from '#shared/realtime/wire.ts'
import type { Acknowledged } from '../client.ts'
import type { ShownSeat } from './pages.ts'
import type { Pressed } from './stranger.ts'
import type { TrueEncounter, TrueMessage, TrueQueue, TrueSeat, TrueWait } from './truth.ts'

/** What one device did and shows at the end. */
export type Device = {
  member: string
  seat: ShownSeat
  pressed: readonly Pressed[]
  /** Encounter → what is on its screen, and the messages of others that appeared above later ones. */
  screens: ReadonlyMap<string, { messages: readonly WireMessage[]; outOfOrder: number }>
  acknowledged: readonly Acknowledged[]
  /** All events and pages that came to it, as text. */
  heard: readonly string[]
  /** Encounters that it was told have become a match. */
  matched: ReadonlySet<string>
}

/** What a member's page says of an encounter at the end, in one line; null where there is no such page. */
export type Reading = {
  member: string
  id: string
  ending: string | null
  /** Messages of it reach the member: by its page or its history. */
  isReadable: boolean
}

export type Match = { members: readonly [string, string]; conversation: string; messages: readonly WireMessage[] | null }

export type EncounterEvidence = {
  encounters: readonly TrueEncounter[]
  queues: readonly TrueQueue[]
  seats: readonly TrueSeat[]
  devices: readonly Device[]
  readings: readonly Reading[]
  matches: readonly Match[]
  /** `at`: when a block was answered, in ms. */
  blocks: readonly { members: readonly [string, string]; at: number }[]
  /** Members whom reports have paused, and since when. */
  pauses: readonly { member: string; at: number }[]
}

export type EncounterJudgement = {
  /** Encounters of somebody with themself. */
  withSelf: number
  /** Of two who had met before. */
  metTwice: number
  /** That began after a block of the two, or a pause of one. */
  forbidden: number
  /** Of members who were in another one. They are in those that they were shown. */
  twoAtOnce: number
  /** Messages that were acknowledged and are not in the log, or in the log of a talk that goes on and not on a screen. */
  lost: number
  /** On a screen or in the log more than once. */
  doubled: number
  /** On a screen in another order than in the log. */
  outOfOrder: number
  /** With another text or place than the log's, or on a screen and not in the log. */
  changed: number
  /** Matches without both having pressed, and two who have both pressed without a match. */
  wrongReveals: number
  /** Devices that were told of a match, or who the other one is, where there is no match. */
  toldAlone: number
  /** Matches without exactly one conversation of the last messages under the real ids; pairs who never revealed. */
  wrongMatches: number
  /** Ended encounters of which somebody can read a message, and those of others whose page is there. */
  readable: number
  /** Pairs who wait though they could be paired, waits that no queue has, and encounters that never come out of a step. */
  stranded: number
  /** Waits of members who do not wait, and encounters that go on without one of the two. */
  ghosts: number
  /** Encounters whose two sides see different endings. */
  endings: number
  /** Devices that show another place than the member's seat, or another phase of a date. */
  wrongSeats: number
}

/** A pairing may be on its way when a block is answered or a member leaves. */
const graceMs = 3_000

/** Compares what the devices did and show with what the objects hold. */
export function judgeEncounters(evidence: EncounterEvidence): EncounterJudgement {
  return {
    ...judgePairs(evidence),
    ...judgeMessages(evidence),
    ...judgeReveals(evidence),
    toldAlone: countToldAlone(evidence),
    ...judgeRest(evidence),
    readable: evidence.readings.filter((reading) => isLeak(reading, evidence.encounters)).length,
    endings: evidence.encounters.filter((encounter) => countEndings(encounter, evidence.readings) > 1).length,
  }
}

const membersOf = ({ sides: [one, other] }: TrueEncounter) => [one.member, other.member] as const
const keyOf = (pair: readonly [string, string]) => pair.toSorted().join(' ')
const isOver = ({ phase }: { phase: EncounterPhase }) => phase === 'matched' || phase === 'ended'

function judgePairs({ encounters, seats, blocks, pauses }: EncounterEvidence) {
  const shown = new Map(seats.map((seat) => [seat.member, new Set(seat.shown)]))
  const wereShown = encounters.filter(({ id, sides }) => sides.some(({ member }) => shown.get(member)?.has(id)))
  const isForbidden = (encounter: TrueEncounter) => {
    const [key, from] = [keyOf(membersOf(encounter)), encounter.openedAt - graceMs]
    const isBlocked = blocks.some(({ members, at }) => keyOf(members) === key && at < from)
    return isBlocked || pauses.some(({ member, at }) => membersOf(encounter).includes(member) && at < from)
  }
  return {
    withSelf: encounters.filter(({ sides: [one, other] }) => one.member === other.member).length,
    metTwice: wereShown.length - new Set(wereShown.map((encounter) => keyOf(membersOf(encounter)))).size,
    forbidden: encounters.filter(isForbidden).length,
    twoAtOnce: seats.reduce((sum, seat) => sum + countOverlaps(encounters, seat), 0),
  }
}

type Shown = Pick<TrueSeat, 'member' | 'shown'>

/**
 * How long (ms) each encounter that a member was shown went on after the next one had begun. One that opens when they have left
 * already ends at once and is not shown to them: meanwhile they may be in another one.
 */
export function overlapsOf(encounters: readonly TrueEncounter[], { member, shown }: Shown): number[] {
  const own = encounters
    .filter((encounter) => membersOf(encounter).includes(member) && shown.includes(encounter.id))
    .toSorted((one, other) => one.openedAt - other.openedAt)
  return own.slice(1).map(({ openedAt }, index) => Math.max(0, (own[index]?.endedAt ?? Infinity) - openedAt))
}

const countOverlaps = (encounters: readonly TrueEncounter[], seat: Shown) =>
  overlapsOf(encounters, seat).filter((ms) => ms > graceMs).length

type Place = Pick<TrueMessage, 'seq'> & { text: string | null }

/** The places of all messages of an encounter, by writer and cid; the texts of those that were dropped are not known. */
function placesOf({ messages, dropped }: TrueEncounter): Map<string, Place> {
  const places = new Map<string, Place>()
  for (const { seq, from, cid } of dropped) places.set(`${from} ${cid}`, { seq, text: null })
  for (const { seq, from, cid, text } of messages) places.set(`${from} ${cid}`, { seq, text })
  return places
}

function judgeMessages({ encounters, devices }: EncounterEvidence) {
  const result = { lost: 0, doubled: 0, outOfOrder: 0, changed: 0 }
  for (const encounter of encounters) {
    const places = placesOf(encounter)
    result.doubled += encounter.messages.length + encounter.dropped.length - places.size
    for (const device of devices) {
      const own = encounter.sides.find(({ member }) => member === device.member)
      if (!own) continue
      for (const { cid, seq, text } of device.acknowledged.filter(({ conversation }) => conversation === encounter.id)) {
        const place = places.get(`${own.alias} ${cid}`)
        if (!place) result.lost += 1
        else if (place.seq !== seq || (place.text !== null && place.text !== text)) result.changed += 1
      }
      const screen = device.screens.get(encounter.id)
      if (!screen) continue
      // What a client has just sent stands under its member's own id until the log brings it.
      const shown = screen.messages.map(({ from, cid, text }) => {
        return { key: `${from === device.member ? own.alias : from} ${cid}`, text }
      })
      const keys = new Set(shown.map(({ key }) => key))
      result.doubled += shown.length - keys.size
      result.changed += shown.filter(({ key, text }) => !isAsStored(places.get(key), text)).length
      result.outOfOrder += screen.outOfOrder + countInversions(shown.map(({ key }) => places.get(key)?.seq ?? 0))
      const isThere = device.seat.state === 'paired' && device.seat.id === encounter.id
      if (isThere && !isOver(encounter)) {
        result.lost += encounter.messages.filter(({ from, cid }) => !keys.has(`${from} ${cid}`)).length
      }
    }
  }
  return result
}

const isAsStored = (place: Place | undefined, text: string) => place !== undefined && (place.text ?? text) === text

const countInversions = (places: readonly number[]) =>
  places.filter((place, index) => index > 0 && place < (places[index - 1] ?? 0)).length

function judgeReveals({ encounters, devices, matches, blocks }: EncounterEvidence) {
  const blocked = new Set(blocks.map(({ members }) => keyOf(members)))
  const hasAsked = (member: string, { id, kind }: TrueEncounter) => {
    const yes = kind === 'blind' ? 'vote-yes' : 'reveal'
    return devices.some((device) => device.member === member && device.pressed.some((one) => one.kind === yes && one.id === id))
  }
  const isWrong = (encounter: TrueEncounter) => {
    const haveAll = encounter.sides.every((side) => (encounter.kind === 'blind' ? side.voted === true : side.revealed))
    // Whoever leaves while the match is being written may be in time.
    const hasLeft = encounter.sides.some((side) => side.hasLeft)
    if (encounter.phase !== 'matched') return haveAll && !hasLeft && !blocked.has(keyOf(membersOf(encounter)))
    return !haveAll || encounter.sides.some(({ member }) => !hasAsked(member, encounter))
  }
  const matched = encounters.filter(({ phase }) => phase === 'matched')
  const found = new Map(matches.map((match) => [keyOf(match.members), match]))
  const strangers = matches.filter(({ members }) => !matched.some((one) => keyOf(membersOf(one)) === keyOf(members)))
  const isIncomplete = (encounter: TrueEncounter) => {
    const match = found.get(keyOf(membersOf(encounter)))
    // A block ends the conversation, too.
    if (blocked.has(keyOf(membersOf(encounter)))) return false
    return match?.conversation !== encounter.conversation || !isCopy(match?.messages ?? null, encounter)
  }
  const repeats = matches.length - found.size
  return {
    wrongReveals: encounters.filter(isWrong).length,
    wrongMatches: matched.filter(isIncomplete).length + strangers.length + repeats,
  }
}

/** A lone yes shows nothing: neither the member's real id nor the end that only two of them make. */
function countToldAlone({ encounters, devices }: EncounterEvidence): number {
  const unmatched = encounters.filter(({ phase }) => phase !== 'matched' && phase !== 'deciding')
  const isTold = ({ member, heard, matched }: Device, encounter: TrueEncounter) => {
    const [one, other] = membersOf(encounter)
    if (member !== one && member !== other) return false
    const partner = member === one ? other : one
    return matched.has(encounter.id) || heard.some((text) => text.includes(partner))
  }
  return unmatched.reduce((sum, encounter) => sum + devices.filter((device) => isTold(device, encounter)).length, 0)
}

/** Whether a conversation holds exactly the last messages of an encounter, in their order, under the real ids. */
function isCopy(copied: readonly WireMessage[] | null, { messages, sides }: TrueEncounter): boolean {
  const memberOf = new Map(sides.map(({ alias, member }) => [alias, member]))
  const expected = messages.slice(-keptMessages).map(({ from, cid, text }) => [memberOf.get(from), cid, text])
  return JSON.stringify(copied?.map(({ from, cid, text }) => [from, cid, text])) === JSON.stringify(expected)
}

function judgeRest({ encounters, queues, seats, devices, matches, blocks, pauses }: EncounterEvidence) {
  const forbidden = new Set([...matches, ...blocks].map(({ members }) => keyOf(members)))
  const paused = new Set(pauses.map(({ member }) => member))
  const mayMeet = (one: TrueWait, other: TrueWait) =>
    !paused.has(one.member) && !paused.has(other.member) && !forbidden.has(keyOf([one.member, other.member])) && suit(one, other)
  const rows = queues.flatMap(({ waiting }) => waiting)
  const tickets = new Map(rows.map(({ member, ticket }) => [member, ticket]))
  const seatOf = new Map(seats.map((seat) => [seat.member, seat]))
  const isAt = (member: string, id: string) => seatOf.get(member)?.state === 'paired' && seatOf.get(member)?.encounter === id
  const withoutRow = seats.filter(({ member, state, ticket }) => state === 'waiting' && tickets.get(member) !== ticket)
  const withoutSeat = rows.filter(
    ({ member, ticket }) => seatOf.get(member)?.state !== 'waiting' || seatOf.get(member)?.ticket !== ticket,
  )
  const open = encounters.filter((encounter) => !isOver(encounter))
  const gone = seats.filter(({ state, encounter }) => state === 'paired' && !open.some(({ id }) => id === encounter))
  return {
    stranded:
      queues.reduce((sum, { waiting }) => sum + countPairs(waiting, mayMeet), 0) +
      rows.filter(({ pairing }) => pairing !== null).length +
      withoutRow.length +
      gone.length +
      encounters.filter(({ phase }) => phase === 'deciding').length,
    ghosts: withoutSeat.length + open.filter(({ id, sides }) => sides.some(({ member }) => !isAt(member, id))).length,
    wrongSeats: devices.filter(({ member, seat }) => !isShown(seat, seatOf.get(member), open)).length,
  }
}

/** Topics are wishes: after a minute anybody will do, which no run waits for. */
function suit(one: TrueWait, other: TrueWait): boolean {
  const haveMet = one.past.includes(other.token) || other.past.includes(one.token)
  const shareTopic =
    one.topics.length === 0 || other.topics.length === 0 || one.topics.some((topic) => other.topics.includes(topic))
  return !haveMet && shareTopic && one.languages.some((language) => other.languages.includes(language))
}

function countPairs<Item>(items: readonly Item[], holds: (one: Item, other: Item) => boolean): number {
  return items.reduce((sum, one, index) => sum + items.slice(index + 1).filter((other) => holds(one, other)).length, 0)
}

function isShown(shown: ShownSeat, seat: TrueSeat | undefined, open: readonly TrueEncounter[]): boolean {
  if (shown.state !== (seat?.state ?? 'free')) return false
  return shown.state !== 'paired' || (shown.id === seat?.encounter && isPhase(shown.phase, shown.id, open))
}

/** That a match is being written shows nowhere; an encounter that is over is not in `open`. */
function isPhase(shown: string, id: string, open: readonly TrueEncounter[]): boolean {
  const encounter = open.find((one) => one.id === id)
  return !encounter || encounter.phase === 'deciding' || encounter.phase === shown
}

function isLeak({ member, id, ending, isReadable }: Reading, encounters: readonly TrueEncounter[]): boolean {
  const encounter = encounters.find((one) => one.id === id)
  if (!encounter) return isReadable || ending !== null
  if (!membersOf(encounter).includes(member)) return isReadable || ending !== null
  return isOver(encounter) && isReadable
}

/** Of a match, whoever has left while it was being written sees the end alone. */
function countEndings({ id, phase, sides }: TrueEncounter, readings: readonly Reading[]): number {
  const gone = phase === 'matched' ? sides.filter(({ hasLeft }) => hasLeft).map(({ member }) => member) : []
  const seen = readings.filter(({ id: read, member, ending }) => read === id && ending !== null && !gone.includes(member))
  return new Set(seen.map(({ ending }) => ending)).size
}
