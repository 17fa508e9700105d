import { matchmakerName, type Pool } from '#features/encounters/contract.ts'
import { isEvent, typingEvent, type ServerFrame } from '#shared/realtime/wire.ts'
import type { Meeting } from './record.ts'
import type { Tap } from './tap.ts'

/** Where two are paired. `path`: of its page. */
export type Room = Meeting & { id: string; path: `/${string}` }

/** What a partner offers beside the language of the lane, before and after it. */
const otherLanguages = [
  { before: ['it'], after: [] },
  { before: [], after: ['nl', 'sv'] },
  { before: ['it', 'nl'], after: [] },
  { before: ['sv'], after: ['it'] },
] as const

/**
 * The partner offers other languages, too, each time other ones in one of the runs, and none in the other run: the talk is in that
 * of the lane all the same. They are the last choice, because no request may name languages without pages.
 */
export async function offerLanguages({ server, ben, lane, number, isSame }: Meeting, language: string): Promise<void> {
  const { before, after } = otherLanguages[number % otherLanguages.length] ?? otherLanguages[0]
  // Nobody in another lane may offer the same: the partners of two lanes would meet.
  const ofLane = (codes: readonly string[]) => codes.map((code) => `${code}-${lane}`)
  const languages = isSame ? [language] : [...ofLane(before), language, ...ofLane(after)]
  const put = 'INSERT OR REPLACE INTO talk_languages (id, languages) VALUES (1, ?)'
  await server.inObject('hub', ben.session.member, put, languages.join())
}

type Queue = { pool: Pool; language: string }

/** Waits until both are paired, and everything that has led to it is done. */
export async function findRoom(meeting: Meeting, { pool, language }: Queue, pages: `/${string}`): Promise<Room> {
  const { server, anna, ben } = meeting
  const [id = ''] = await Promise.all([anna, ben].map((tap) => untilPaired(meeting, tap)))
  const inQueue = (sql: string) => server.inObject('matchmaker', matchmakerName(pool, 0), sql, language)
  const waiting = "SELECT 1 FROM waiting, json_each(entry, '$.languages') WHERE value = ?"
  await eventually('the queue to be done', async () => (await inQueue(waiting)).length === 0)
  // Its figures are of everybody's waits, of which no two are equally long.
  await inQueue('DELETE FROM waits WHERE language = ?')
  const room = { ...meeting, id, path: `${pages}/${id}` } as const
  await drawAlike(room)
  return room
}

async function untilPaired({ server }: Meeting, { session }: Tap): Promise<string> {
  const seat = await eventually(`a partner for ${session.member}`, async () => {
    const found = await server.seat(session.member)
    return found.state === 'paired' ? found : null
  })
  return seat.id
}

/**
 * Gives both their seeds by the number of the session: names and portraits that are drawn from them are not all of one
 * length. That seeds are drawn by chance is another test's matter.
 */
async function drawAlike({ server, anna, id, number }: Room): Promise<void> {
  const seeds = [2 * number, 2 * number + 1].map((count) => Math.imul(count + 1, 0x9e3779b1) >>> 0)
  const [own = '', other = ''] = seeds.map((seed) => seed.toString(16).padStart(8, '0'))
  await server.call({ call: 'open', id, member: anna.session.member })
  const drawn = 'UPDATE participants SET seed = iif(member = ?, ?, ?)'
  await server.inObject('encounter', id, drawn, anna.session.member, own, other)
  await server.call({ call: 'restart', id })
}

export async function enter({ anna, ben, id, path }: Room): Promise<void> {
  await anna.page(path)
  await anna.enter(id)
  await ben.page(path)
  await ben.enter(id)
  if (ben.hasLine) await anna.hears('the partner', isNamed('presence:joining'))
}

/** What both write, and what is refused of it; who types. */
export async function talk({ anna, ben, id }: Room): Promise<void> {
  await anna.say(id, 'Hello, stranger 🧶')
  const isArrived = (frame: ServerFrame) => 'event' in frame && isEvent(frame, 'marks') && frame.data.delivered === 1
  if (ben.hasLine) await anna.hears('that it has arrived', isArrived)
  await ben.hears('the message', isNamed('message'))
  await ben.say(id, 'write me: stranger@example.com')
  await anna.say(id, 'my number is 0664 123 45 67')
  await ben.type(id)
  if (ben.hasLine) await anna.hears('typing', isNamed(typingEvent))
  await anna.type(id)
  if (anna.hasLine) await ben.hears('typing', isNamed(typingEvent))
}

/** Ben's line breaks and he comes back; then he writes. */
export async function dropAndReturn({ anna, ben, id, path }: Room): Promise<void> {
  const { hasLine } = ben
  ben.disconnect()
  if (hasLine) await anna.hears('the partner to leave', isNamed('presence:leaving'))
  await ben.connect()
  await ben.page(path)
  await ben.enter(id)
  if (hasLine) await anna.hears('the partner to be back', isNamed('presence:joining'), 2)
  await ben.say(id, 'Hello, you')
  await anna.hears('the answer', isNamed('message'), 2)
}

/** Anna reloads, and opens other pages beside it. */
export async function look({ anna, path }: Room): Promise<void> {
  await anna.ping()
  await anna.document(path)
  await anna.page('/messages')
  await anna.read('/api/notifications')
  await anna.page(path)
}

/** Ben's line breaks for good, and the clock is where it is after half a minute, or after five where he had no line. */
export async function dropOut(room: Room): Promise<void> {
  const { server, ben, id } = room
  ben.disconnect()
  const isAway = async () =>
    (await server.inObject('encounter', id, 'SELECT 1 FROM participants WHERE away_since > 0')).length > 0
  await eventually('the line to be gone', isAway)
  await passTime(room, 'UPDATE participants SET away_since = away_since - 300000')
}

/**
 * The clock of an encounter is where `sql` sets it, and its alarm comes. What is on its way arrives before: an encounter that
 * begins again says once more how far both are, whenever it next delivers something.
 */
export async function passTime({ server, id }: Room, sql: string): Promise<void> {
  const due = (name: string) => server.inObject('encounter', id, 'UPDATE alarms SET at = 0 WHERE name = ?', name)
  await due('settle')
  await server.call({ call: 'ring', id })
  await server.inObject('encounter', id, sql)
  await due('clock')
  await server.call({ call: 'restart', id })
  await server.call({ call: 'ring', id })
}

export async function untilFree({ server, anna, ben }: Meeting): Promise<void> {
  for (const { session } of [anna, ben])
    await eventually('a free seat', async () => (await server.seat(session.member)).state === 'free')
}

/** What is left afterwards, with what Anna's report leads to where she made one. */
export async function lookBack({ anna, path }: Room, hasReported: boolean): Promise<void> {
  await anna.page(path)
  await anna.document(hasReported ? `${path}?done=reported` : path)
  if (hasReported) await anna.page('/main-settings?section=privacy')
}

export const isNamed = (name: string) => (frame: ServerFrame) => 'event' in frame && frame.event === name

const patienceMs = 20_000

export async function eventually<Found>(what: string, look: () => Promise<Found | null | false>): Promise<Found> {
  const until = Date.now() + patienceMs
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > until) throw new Error(`Waited in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
