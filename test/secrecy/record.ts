import type { LocaleCode } from '#shared/i18n/locales.ts'
import type { Recording } from './chance.ts'
import { anneliese, conversationOf, createPerson, personas, type Person, type Reading } from './people.ts'
import type { SecrecyServer } from './server.ts'
import type { Tap } from './tap.ts'
import { talkLanguages } from '#features/encounters/contract.ts'
import { isFullLength } from '../support/full-length.ts'

/** Two at their browsers, and which encounter of theirs it is. */
export type Meeting = { server: SecrecyServer; anna: Tap; ben: Tap; lane: number; number: number; isSame: boolean }

/**
 * All sessions of one Anna, one after the other, and what she is sent `before` the first of them. `bens`: of each session's
 * partner. `canaries`: what would tell who the partners are, and `own` the same of Anna.
 */
export type Lane = { before: Recording; annas: Recording[]; bens: Recording[]; canaries: string[]; own: readonly string[] }

export type Run = {
  /** Of each lane. */
  sessions: number
  /** Anna always meets the same partner, or each time another one. */
  isSame: boolean
  play(meeting: Meeting): Promise<void>
  /** Leaves out of what either is sent whatever has another length each time and comes from chance or from the clock alone. */
  clean?(session: Recording, locale: LocaleCode): Recording
  /** Only these; else all. */
  lanes?: readonly number[]
}

/** Anna reads in other languages, over both transports, and without a script. */
const browserOf = (lane: number): Reading => ({
  locale: talkLanguages[lane] ?? 'en',
  transport: lane % 2 === 0 ? 'websocket' : 'polling',
  isNoScript: lane === 4 || lane === 9,
})

/** In these lanes the partners have no script. */
const plainLanes = [7, 8]

/** As many as there are queues, so that nobody meets somebody of another lane. */
export const allLanes: readonly number[] = talkLanguages.map((_, lane) => lane)

/** Enough where only what the partner does is compared: both transports, and a reader without a script. */
export const fewLanes: readonly number[] = isFullLength ? [0, 1, 2, 3, 4] : [0, 1, 4]

export const record = (server: SecrecyServer, run: Run): Promise<Lane[]> =>
  Promise.all((run.lanes ?? allLanes).map((lane) => recordLane(server, lane, run)))

async function recordLane(
  server: SecrecyServer,
  lane: number,
  { sessions, isSame, play, clean = (session) => session }: Run,
): Promise<Lane> {
  const anna = await createPerson(server, { ...anneliese, ...browserOf(lane) })
  await anna.tap.connect()
  for (const path of ['/anonymous-chat', '/main-settings?section=privacy'] as const) await anna.tap.page(path)
  const recorded: Lane = { before: anna.tap.cut(), annas: [], bens: [], canaries: [], own: anna.canaries }
  const isNoScript = plainLanes.includes(lane)
  const first = await createPerson(server, { ...personas[0], isNoScript })
  for (let number = 0; number < sessions; number++) {
    const ben = isSame
      ? first
      : await createPerson(server, { ...(personas[(number + 1) % personas.length] ?? personas[0]), isNoScript })
    ben.tap.cut()
    await ben.tap.connect()
    await play({ server, anna: anna.tap, ben: ben.tap, lane, number, isSame })
    recorded.annas.push(clean(anna.tap.cut(), browserOf(lane).locale))
    recorded.bens.push(ben.tap.cut())
    recorded.canaries.push(...(await canariesOf(server, ben, anna)))
    ben.tap.disconnect()
    await becomeStrangers(server, anna.tap, ben.tap)
  }
  anna.tap.disconnect()
  return recorded
}

/** Also what stands for the two, or for the wait that ended here. */
async function canariesOf(server: SecrecyServer, { tap, canaries }: Person, anna: Person): Promise<string[]> {
  const tickets = await server.inObject('hub', tap.session.member, 'SELECT ticket FROM seat')
  return [...canaries, ...tickets.map(({ ticket }) => String(ticket)), await conversationOf(server, tap, anna.tap)]
}

/** Two who have met may meet again, as after twenty others or a month; no page lists the date any more. */
async function becomeStrangers(server: SecrecyServer, ...two: readonly [Tap, Tap]): Promise<void> {
  const ids = two.map(({ session }) => session.member)
  for (const id of ids)
    for (const table of ['past_partners', 'nexts', 'past_dates']) await server.inObject('hub', id, `DELETE FROM ${table}`)
  await server.query('DELETE FROM blocks WHERE blocker_id IN (?1, ?2) AND blocked_id IN (?1, ?2)', ...ids)
  await server.query('DELETE FROM kept_apart WHERE low_id = min(?1, ?2) AND high_id = max(?1, ?2)', ...ids)
}
