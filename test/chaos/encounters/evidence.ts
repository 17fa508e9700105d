import type { Session } from '../../../scripts/bench/realtime/people.ts'
import type { ChaosServer } from '../server.ts'
import type { Device, EncounterEvidence, Match, Reading } from './judge.ts'
import { lookAtEncounter, lookAtQueue, lookAtSeat } from './look.ts'
import { readRoom } from './pages.ts'
import { queues as names } from './plan.ts'
import type { EncounterStage } from './stage.ts'
import type { Stranger } from './stranger.ts'
import type { TrueEncounter } from './truth.ts'

/** A block by somebody's profile. `at`: when it was answered, in ms. */
export type Block = { members: readonly [string, string]; at: number }

/** Reads what the objects and the database hold of a run's members, and what their pages say. */
export async function gatherEvidence(
  server: ChaosServer,
  { strangers, members }: EncounterStage,
  blocks: readonly Block[],
): Promise<EncounterEvidence> {
  const [queues, seats] = await Promise.all([
    Promise.all(names.map((name) => lookAtQueue(server.ask, name))),
    Promise.all(members.map((member) => lookAtSeat(server.ask, member))),
  ])
  const ids = [...new Set([...queues.flatMap(({ encounters }) => encounters), ...seats.flatMap(({ shown }) => shown)])]
  const found = await Promise.all(ids.map((id) => lookAtEncounter(server.ask, id)))
  // Other runs on the same server may have used the same queues.
  const encounters = found
    .filter((one) => one !== null)
    .filter(({ sides }) => sides.some(({ member }) => members.includes(member)))
  return {
    encounters,
    queues,
    seats,
    devices: strangers.map(toDevice),
    readings: await readPages(server, strangers, encounters),
    matches: await readMatches(server, members),
    blocks: [...blocks, ...(await readBlocks(server, members))],
    pauses: await readPauses(server, members),
  }
}

function toDevice({ client, seat, pressed, heard, matched }: Stranger): Device {
  const { session, screens, acknowledged } = client
  return { member: session.member, seat, pressed, screens, acknowledged, heard, matched }
}

/** What both members of each encounter see of it, and somebody else. */
async function readPages(
  server: ChaosServer,
  strangers: readonly Stranger[],
  encounters: readonly TrueEncounter[],
): Promise<Reading[]> {
  const sessions = new Map(strangers.map(({ client }) => [client.session.member, client.session]))
  const readings = encounters.map(async ({ id, sides }) => {
    const others = [...sessions.keys()].filter((member) => sides.every((side) => side.member !== member))
    const readers = [...sides.map(({ member }) => member), ...others.slice(0, 1)].flatMap((member) => sessions.get(member) ?? [])
    return Promise.all(readers.map((session) => readPage(server, session, id)))
  })
  return (await Promise.all(readings)).flat()
}

async function readPage(server: ChaosServer, session: Session, id: string): Promise<Reading> {
  const room = await readRoom((path) => server.page(session, path), id)
  const reading = { member: session.member, id, isReadable: false }
  if (!room || room.kind === 'gone') return { ...reading, ending: null }
  if (room.kind === 'matched') return { ...reading, ending: `matched in ${room.conversation}` }
  if (room.kind !== 'open') return { ...reading, ending: room.kind }
  const { view, history } = room
  return { ...reading, ending: `${view.phase} at ${view.endedAt}`, isReadable: (history?.messages.length ?? 0) > 0 }
}

type PairRow = { one: string; other: string; conversation: string }

async function readMatches(server: ChaosServer, members: readonly string[]): Promise<Match[]> {
  const rows = await server.query<PairRow>(
    `SELECT low_id AS one, high_id AS other, conversation_id AS conversation FROM pairs WHERE low_id IN (${listOf(members)})`,
  )
  return Promise.all(
    rows.map(async ({ one, other, conversation }) => {
      return { members: [one, other] as const, conversation, messages: await server.history(conversation, one) }
    }),
  )
}

async function readBlocks(server: ChaosServer, members: readonly string[]): Promise<Block[]> {
  const rows = await server.query<{ one: string; other: string; at: number }>(
    `SELECT blocker_id AS one, blocked_id AS other, created_at AS at FROM blocks WHERE blocker_id IN (${listOf(members)})`,
  )
  return rows.map(({ one, other, at }) => ({ members: [one, other], at }))
}

function readPauses(server: ChaosServer, members: readonly string[]): Promise<{ member: string; at: number }[]> {
  return server.query(`SELECT member_id AS member, paused_at AS at FROM encounter_pauses WHERE member_id IN (${listOf(members)})`)
}

const listOf = (members: readonly string[]) => members.map((member) => `'${member}'`).join(', ')
