import { anonymousActions } from '#features/encounters/anonymous/contract.ts'
import { isEvent, type AnonymousEvent, type ServerFrame } from '#shared/realtime/wire.ts'
import type { Meeting } from './record.ts'
import {
  dropAndReturn,
  dropOut,
  enter,
  findRoom,
  isNamed,
  look,
  lookBack,
  offerLanguages,
  talk,
  untilFree,
  type Room,
} from './room.ts'
import { talkLanguages } from '#features/encounters/contract.ts'

const { join, leave, next, reveal, report } = anonymousActions
const lobby = '/anonymous-chat'

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

export type ChatPlan = { reveals: LonePress; ending: Ending }

/** Two people from the lobby to the end of their chat, with everything that may happen in it but a match. */
export async function chatOnce(meeting: Meeting, { reveals, ending }: ChatPlan): Promise<void> {
  const room = await meet(meeting)
  const press = async (when: LonePress) => reveals === when && room.ben.act(reveal, { id: room.id })
  await enter(room)
  await press('at once')
  await talk(room)
  await press('in the middle')
  await dropAndReturn(room)
  await press('at last')
  await look(room)
  await end(room, ending)
  await lookBack(room, ending === 'anna reports')
  await room.anna.page(lobby)
}

/** In every other session Anna waits for Ben. In the others he waits for her, or in one run he and in the other she. */
async function meet(meeting: Meeting): Promise<Room> {
  const { anna, ben, lane, number, isSame } = meeting
  const language = talkLanguages[lane] ?? 'en'
  const isLong = number % 2 === 0
  await offerLanguages(meeting, language)
  if (isLong) await anna.page(lobby)
  const isAnnaFirst = isLong || (number % 4 === 3 && isSame)
  for (const tap of isAnnaFirst ? [anna, ben] : [ben, anna]) {
    await tap.act(join, tap === ben ? {} : { language })
    if (isLong && tap === anna) await anna.page(lobby)
  }
  const room = await findRoom(meeting, { pool: 'anonymous', language }, lobby)
  await anna.hears('to be paired', isAnonymous('paired'))
  return room
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
  await untilFree(room)
}

const isAnonymous = (state: AnonymousEvent['state']) => (frame: ServerFrame) =>
  'event' in frame && isEvent(frame, 'anonymous') && frame.data.state === state
