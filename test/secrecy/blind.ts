import { blindDateActions } from '#features/encounters/dates/contract.ts'
import { isEvent, type BlindDateEvent, type ServerFrame } from '#shared/realtime/wire.ts'
import type { Meeting } from './record.ts'
import {
  dropAndReturn,
  dropOut,
  enter,
  eventually,
  findRoom,
  offerLanguages,
  isNamed,
  look,
  lookBack,
  passTime,
  talk,
  untilFree,
  type Room,
} from './room.ts'
import type { Tap } from './tap.ts'
import { talkLanguages } from '#features/encounters/contract.ts'

const { now, accept, extend, vote, leave, report } = blindDateActions
const lobby = '/blind-dates'

/** How a date ends, and by whom. `unaccepted`: as an offer, because Anna lets it pass. */
export const endings = [
  'by votes',
  'unaccepted',
  'ben leaves',
  'by votes',
  'ben reports',
  'ben stops',
  'ben drops out',
  'by votes',
  'anna leaves',
  'anna reports',
] as const
export type Ending = (typeof endings)[number]

/** Null: does not vote. */
export type Vote = 'yes' | 'no' | null

/** What Ben presses alone: `accepts` counts where the date ends unaccepted, otherwise both accept. */
export type DatePlan = { ending: Ending; accepts: boolean; extends: boolean; bensVote: Vote; annasVote: Vote }

/** Two people from the lobby to the end of their date, with everything that may happen in it but a match. */
export async function dateOnce(meeting: Meeting, plan: DatePlan): Promise<void> {
  const room = await meet(meeting)
  await room.anna.page(room.path)
  if (plan.ending === 'unaccepted') await letPass(room, plan)
  else await goThrough(room, plan)
  await untilFree(room)
  await lookBack(room, plan.ending === 'anna reports')
  await room.anna.page(lobby)
}

/**
 * A date up to its end by votes; what both are sent from that on is what is recorded: the end itself, and what they find
 * afterwards.
 */
export async function endOnce(
  meeting: Meeting,
  { bensVote, annasVote }: Pick<DatePlan, 'bensVote' | 'annasVote'>,
): Promise<void> {
  const room = await meet(meeting)
  const both = [room.anna, room.ben]
  await acceptBoth(room)
  await enter(room)
  await voteBoth(room, { bensVote, annasVote })
  for (const tap of both) tap.cut()
  await passTime(room, 'UPDATE encounter SET until = 1')
  for (const tap of both) {
    await tap.hears('the end', isDate('ended'))
    await tap.hears('the end of the channel', isNamed('closed'))
  }
  await untilFree(room)
  await lookBack(room, false)
  await room.anna.page(lobby)
}

/** In every other session Anna waits for Ben. In the others he waits for her, or in one run he and in the other she. */
async function meet(meeting: Meeting): Promise<Room> {
  const { anna, ben, lane, number, isSame } = meeting
  const language = talkLanguages[lane] ?? 'en'
  const isLong = number % 2 === 0
  await offerLanguages(meeting, language)
  if (isLong) await anna.page(lobby)
  const isAnnaFirst = isLong || (number % 4 === 1 && isSame)
  for (const tap of isAnnaFirst ? [anna, ben] : [ben, anna]) {
    await tap.act(now, tap === ben ? {} : { language })
    if (isLong && tap === anna) await anna.page(lobby)
  }
  const room = await findRoom(meeting, { pool: 'blind', language }, lobby)
  await anna.hears('the offer', isDate('offered'))
  await anna.hears('its notification', isNamed('notification'))
  return room
}

async function letPass(room: Room, { accepts }: DatePlan): Promise<void> {
  const { anna, ben, path } = room
  if (accepts) await ben.act(accept, { id: room.id })
  await anna.page(path)
  await anna.document(path)
  await passTime(room, 'UPDATE encounter SET until = 1')
  await anna.hears('the end of the offer', isDate('ended'))
  // Who has accepted waits again.
  if (accepts) await leaveQueue(room)
}

async function leaveQueue({ server, ben }: Room): Promise<void> {
  await eventually('the next wait', async () => (await server.seat(ben.session.member)).state === 'waiting')
  await ben.act(leave)
}

async function goThrough(room: Room, plan: DatePlan): Promise<void> {
  const { anna, ben, id } = room
  await acceptBoth(room)
  await enter(room)
  await talk(room)
  if (plan.extends) await ben.act(extend, { id })
  await dropAndReturn(room)
  await look(room)
  if (plan.ending === 'by votes') {
    await voteBoth(room, plan)
    await passTime(room, 'UPDATE encounter SET until = 1')
  } else await end(room, plan.ending)
  await anna.hears('the end', isDate('ended'))
  await anna.hears('the end of the channel', isNamed('closed'))
}

/** Both accept, in another order from time to time. */
async function acceptBoth(room: Room): Promise<void> {
  const { anna, ben, id, number, path } = room
  for (const tap of number % 3 === 0 ? [ben, anna] : [anna, ben]) {
    await tap.act(accept, { id })
    await anna.page(path)
  }
  for (const tap of [anna, ben]) await tap.hears('the talk', isDate('talking'))
}

/** The time of the talk passes; both vote, in another order from time to time. */
async function voteBoth(room: Room, { bensVote, annasVote }: Pick<DatePlan, 'bensVote' | 'annasVote'>): Promise<void> {
  const { anna, ben, number, path } = room
  await passTime(room, 'UPDATE encounter SET until = 1')
  for (const tap of [anna, ben]) await tap.hears('the vote', isDate('voting'))
  await anna.page(path)
  const votes: [Tap, Vote][] = [
    [anna, annasVote],
    [ben, bensVote],
  ]
  for (const [tap, given] of number % 2 === 0 ? votes : votes.toReversed()) {
    if (given) await tap.act(vote, { id: room.id, yes: given === 'yes' ? '1' : '0' })
    await anna.page(path)
  }
  await anna.document(path)
}

async function end(room: Room, ending: Ending): Promise<void> {
  const { server, anna, ben, id } = room
  const actor = ending.startsWith('anna') ? anna : ben
  if (ending.endsWith('stops')) await server.call({ call: 'stop', member: actor.session.member })
  if (ending.endsWith('drops out')) await dropOut(room)
  if (ending.endsWith('leaves')) await actor.act(leave, { id })
  if (ending.endsWith('reports')) await actor.act(report, { id, category: 'spam', text: 'Somebody sells something.' })
}

const isDate = (state: BlindDateEvent['state']) => (frame: ServerFrame) =>
  'event' in frame && isEvent(frame, 'blind-date') && frame.data.state === state
