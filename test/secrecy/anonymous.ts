import { anonymousActions, talkLanguages } from '#features/anonymous-chat/contract.ts'
import { isEvent, typingEvent, type AnonymousEvent, type ServerFrame } from '#shared/realtime/wire.ts'
import type { Meeting } from './record.ts'
import type { Tap } from './tap.ts'

const { join, leave, next, reveal, report } = anonymousActions

/** How a chat ends, and by whom. */
export const endings = [
  'ben leaves',
  'ben next',
  'ben reports',
  'ben stops',
  'ben drops out',
  'anna leaves',
  'anna next',
  'anna reports',
] as const
export type Ending = (typeof endings)[number]

/** When Ben presses reveal, alone; null: he does not. */
export type LonePress = 'at once' | 'in the middle' | 'at last' | null

type Room = Meeting & { id: string }

/** Two people from the lobby to the end of their chat, with everything that may happen in it but a match. */
export async function chatOnce(meeting: Meeting, { reveals, ending }: { reveals: LonePress; ending: Ending }): Promise<void> {
  const room = { ...meeting, id: await meet(meeting) }
  const press = async (when: LonePress) => reveals === when && room.ben.act(reveal, { id: room.id })
  await enter(room)
  await press('at once')
  await talk(room)
  await press('in the middle')
  await dropAndReturn(room)
  await press('at last')
  await look(room)
  await end(room, ending)
  await lookBack(room, ending)
}

/** In every other session Anna waits for Ben. In the others he waits for her, or in one run he and in the other she. */
async function meet(meeting: Meeting): Promise<string> {
  const { server, anna, ben, lane, number, isSame } = meeting
  const wish = { language: talkLanguages[lane] ?? 'en' }
  const isLong = number % 2 === 0
  if (isLong) await anna.page('/anonymous-chat')
  const isAnnaFirst = isLong || (number % 4 === 3 && isSame)
  for (const tap of isAnnaFirst ? [anna, ben] : [ben, anna]) {
    await tap.act(join, wish)
    if (isLong && tap === anna) await anna.page('/anonymous-chat')
  }
  const [id] = await Promise.all([anna, ben].map((tap) => untilPaired(meeting, tap)))
  await anna.hears('to be paired', isAnonymous('paired'))
  const inQueue = (sql: string) => server.inObject('matchmaker', `anonymous:${wish.language}`, sql)
  await eventually('the queue to be done', async () => (await inQueue('SELECT 1 FROM waiting')).length === 0)
  // Its figures are of everybody's waits, of which no two are equally long.
  await inQueue('DELETE FROM waits')
  await drawAlike({ ...meeting, id: id ?? '' })
  return id ?? ''
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
  const [own, other] = seeds.map((seed) => seed.toString(16).padStart(8, '0'))
  const drawn = 'UPDATE participants SET seed = iif(member = ?, ?, ?)'
  await server.inObject('encounter', id, drawn, anna.session.member, own ?? '', other ?? '')
  await server.call({ call: 'restart', id })
}

async function enter({ anna, ben, id }: Room): Promise<void> {
  await anna.page(`/anonymous-chat/${id}`)
  await anna.enter(id)
  await ben.page(`/anonymous-chat/${id}`)
  await ben.enter(id)
  if (ben.hasLine) await anna.hears('the partner', isNamed('presence:joining'))
}

/** What both write, and what is refused of it; who types. */
async function talk({ anna, ben, id }: Room): Promise<void> {
  await anna.say(id, 'Hello, stranger 🧶')
  const isArrived = (frame: ServerFrame) => isNamed('marks')(frame) && JSON.stringify(frame).includes('"delivered":1')
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
async function dropAndReturn({ anna, ben, id }: Room): Promise<void> {
  const hasLine = ben.hasLine
  ben.disconnect()
  if (hasLine) await anna.hears('the partner to leave', isNamed('presence:leaving'))
  await ben.connect()
  await ben.page(`/anonymous-chat/${id}`)
  await ben.enter(id)
  if (hasLine) await anna.hears('the partner to be back', isNamed('presence:joining'), 2)
  await ben.say(id, 'Hello, you')
  await anna.hears('the answer', isNamed('message'), 2)
}

/** Anna reloads, and opens another page beside it. */
async function look({ anna, id }: Room): Promise<void> {
  await anna.ping()
  await anna.document(`/anonymous-chat/${id}`)
  await anna.page('/messages')
  await anna.read('/api/notifications')
  await anna.page(`/anonymous-chat/${id}`)
}

async function end(room: Room, ending: Ending): Promise<void> {
  const { server, anna, ben, id } = room
  const actor = ending.startsWith('anna') ? anna : ben
  if (ending.endsWith('stops')) await server.call({ call: 'stop', member: actor.session.member })
  if (ending.endsWith('drops out')) await dropOut(room)
  if (ending.endsWith('leaves')) await actor.act(leave, { id })
  if (ending.endsWith('next')) await actor.act(next, { id })
  if (ending.endsWith('reports')) await actor.act(report, { id, category: 'spam', text: 'Somebody sells something.' })
  if (ending !== 'anna next') await anna.hears('the end', isAnonymous('ended'))
  await anna.hears('the end of the channel', isNamed('closed'))
  if (ending.endsWith('next')) await actor.act(leave)
  if (ending === 'anna next') await anna.hears('the end of the wait', isAnonymous('ended'))
  await Promise.all([anna, ben].map((tap) => untilFree(room, tap)))
}

/** Ben's line breaks for good; the encounter's clock is where it is after half a minute, or after five without a line. */
async function dropOut({ server, ben, id }: Room): Promise<void> {
  ben.disconnect()
  const isAway = async () =>
    (await server.inObject('encounter', id, 'SELECT 1 FROM participants WHERE away_since > 0')).length > 0
  await eventually('the line to be gone', isAway)
  await server.inObject('encounter', id, 'UPDATE participants SET away_since = away_since - 300000')
  await server.inObject('encounter', id, 'UPDATE alarms SET at = 0')
  await server.call({ call: 'restart', id })
  await server.call({ call: 'ring', id })
}

const untilFree = ({ server }: Meeting, { session }: Tap) =>
  eventually('a free seat', async () => (await server.seat(session.member)).state === 'free')

/** What is left of the chat afterwards. */
async function lookBack({ anna, id }: Room, ending: Ending): Promise<void> {
  await anna.page(`/anonymous-chat/${id}`)
  await anna.document(`/anonymous-chat/${id}${ending === 'anna reports' ? '?done=reported' : ''}`)
  if (ending === 'anna reports') await anna.page('/main-settings?section=privacy')
  await anna.page('/anonymous-chat')
}

const isNamed = (name: string) => (frame: ServerFrame) => 'event' in frame && frame.event === name

const isAnonymous = (state: AnonymousEvent['state']) => (frame: ServerFrame) =>
  'event' in frame && isEvent(frame, 'anonymous') && frame.data.state === state

const patienceMs = 20_000

async function eventually<Found>(what: string, look: () => Promise<Found | null | false>): Promise<Found> {
  const until = Date.now() + patienceMs
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > until) throw new Error(`Waited in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
