import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { blockActions } from '#features/blocks/contract.ts'
import { likeActions } from '#features/likes/contract.ts'
import { cellOf } from '#features/location/contract.ts'
import { cellColumnsOf } from '#features/location/rules.ts'
import type { PeopleNearbyProps } from '#features/nearby/contract.ts'
import { areaNames } from '#features/nearby/server/areas/contract.ts'
import { profileActions } from '#features/profile/contract.ts'
import type { Session } from '../../../scripts/bench/realtime/people.ts'
import { createRandom } from '../random.ts'
import type { ChaosServer } from '../server.ts'
import { until } from '../until.ts'

export type AreaOptions = { seed: number; members: number; seconds: number; pace?: AreaPace }

/** Mean times (ms): between two crashes of any area (`Infinity` is never), two acts of anyone, and two pages of each of four readers. */
export type AreaPace = { crashMs: number; actMs: number; lookMs: number }

const chaosPace: AreaPace = { crashMs: 120, actMs: 100, lookMs: 50 }

export type AreaReport = AreaOptions & {
  crashes: number
  /** Acts that were answered, by their name; pages that were answered, and those that were not. */
  acts: Record<Act, number>
  pages: number
  unanswered: number
  /** People on a page that was asked for after an act had ended that, e.g. 'paused'. */
  wronglyShown: string[]
  /** From the last crash until every list was whole; null: not within the patience. */
  wholeMs: number | null
}

const acts = ['block', 'pass', 'like', 'pause', 'resume'] as const
type Act = (typeof acts)[number]

/** A dead area is whole again after 30 s at the most. */
const wholePatienceMs = 40_000
/** In two areas next to each other. */
const places = [cellOf(50.45, 30.52), cellOf(50.45, 31.09)] as const

/** Who may not be on whose page. `pauses`: by member, a number for each period; it is odd from the answer to a pause until they resume. */
type Truth = { apart: Set<string>; pauses: Map<string, number> }

/** Members look at each other, block, pass, like, pause and resume while the objects of their areas die all the time. */
export async function runAreas(
  server: ChaosServer,
  { seed, members: size, seconds, pace = chaosPace }: AreaOptions,
): Promise<AreaReport> {
  const random = createRandom(seed, 'areas')
  const ids = Array.from({ length: size }, (_, index) => `area-${seed}-${index}`)
  await server.addMembers(ids)
  const sessions = await server.addSessions(ids)
  const names = await settle(server, ids)

  const truth: Truth = { apart: new Set(), pauses: new Map() }
  const report: AreaReport = {
    seed,
    members: size,
    seconds,
    crashes: 0,
    pages: 0,
    unanswered: 0,
    wronglyShown: [],
    wholeMs: null,
    acts: { block: 0, pass: 0, like: 0, pause: 0, resume: 0 },
  }
  const endsAt = performance.now() + seconds * 1000
  let turn = 0
  const repeat = async (meanMs: number, work: () => Promise<void>) => {
    if (!Number.isFinite(meanMs)) return
    while (performance.now() < endsAt) {
      await work()
      await wait(random.waitMs(meanMs))
    }
  }
  const look = async () => {
    const reader = random.pick(sessions)
    if (isPaused(truth, reader.member)) return
    // What had been answered before the page was asked for.
    const [apart, pauses] = [new Set(truth.apart), new Map(truth.pauses)]
    const shown = await readPage(server, reader, '')
    if (!shown) return void report.unanswered++
    report.pages++
    for (const id of shown.ids) {
      if (apart.has(keyOf(reader.member, id))) report.wronglyShown.push(`${reader.member} ${id}`)
      const period = pauses.get(id) ?? 0
      if (period % 2 === 1 && truth.pauses.get(id) === period) report.wronglyShown.push(`${id} paused`)
    }
  }
  await Promise.all([
    repeat(pace.crashMs, async () => {
      await server.crash('area', random.pick(names))
      report.crashes++
    }),
    repeat(pace.actMs, async () => {
      // In turn: on a busy machine there are few.
      const kind = acts[turn++ % acts.length] ?? 'pass'
      const able = sessions.filter(({ member }) => isPaused(truth, member) === (kind === 'resume'))
      if (able.length > 0 && (await act(server, truth, kind, random.pick(able), random.pick(sessions)))) report.acts[kind]++
    }),
    ...[1, 2, 3, 4].map(() => repeat(pace.lookMs, look)),
  ])
  report.wholeMs = await until(async () => (await Promise.all(sessions.map((one) => isWhole(server, truth, one, ids)))).every(Boolean), wholePatienceMs) // prettier-ignore
  return report
}

/** Gives everyone a place, and waits until their areas answer. Answers the areas' names. */
async function settle(server: ChaosServer, ids: readonly string[]): Promise<string[]> {
  for (const [index, place] of places.entries()) {
    const { cellX, cellY, parentX, parentY } = cellColumnsOf(place)
    await server.query(`update profiles set cell_x = ${cellX}, cell_y = ${cellY}, parent_x = ${parentX}, parent_y = ${parentY}
      where member_id in (${ids.filter((_, each) => each % places.length === index).map((id) => `'${id}'`).join()})`) // prettier-ignore
  }
  return places.flatMap((place) => {
    const { parentX: x, parentY: y } = cellColumnsOf(place)
    return areaNames({ x, y }, 1)
  })
}

const keyOf = (viewer: string, person: string) => `${viewer} ${person}`
const isPaused = ({ pauses }: Truth, member: string) => (pauses.get(member) ?? 0) % 2 === 1

/** True if the act was done. From its answer on, no page that is asked for may show who it hides. */
async function act(
  server: ChaosServer,
  truth: Truth,
  kind: Act,
  { member, ...session }: Session,
  other: Session,
): Promise<boolean> {
  const self = { ...session, member }
  if (kind === 'pause' || kind === 'resume') {
    if (isPaused(truth, member) === (kind === 'pause')) return false
    // They may be seen as soon as they wish to be.
    if (kind === 'resume') truth.pauses.set(member, (truth.pauses.get(member) ?? 0) + 1)
    const isDone = (await server.act(self, profileActions.pause.path, { pause: kind === 'pause' ? '1' : '0' })) < 300
    if (!isDone) throw new Error(`${kind} was not answered`)
    if (kind === 'pause') truth.pauses.set(member, (truth.pauses.get(member) ?? 0) + 1)
    return true
  }
  if (member === other.member || isPaused(truth, member) || isPaused(truth, other.member)) return false
  const path = { block: blockActions.block.path, pass: likeActions.pass.path, like: likeActions.like.path }[kind]
  if ((await server.act(self, path, { id: other.member })) >= 300) return false
  truth.apart.add(keyOf(member, other.member))
  if (kind === 'block') truth.apart.add(keyOf(other.member, member))
  return true
}

/** Null if there was no answer. */
async function readPage(
  server: ChaosServer,
  session: Session,
  query: string,
): Promise<{ ids: string[]; next: string | null } | null> {
  try {
    const answer = await server.page(session, '/people-nearby', query)
    if (!answer) return null
    const { nearby } = (answer.body as { data: { props: PeopleNearbyProps } }).data.props
    return { ids: nearby.people.map(({ id }) => id), next: nearby.next }
  } catch {
    return null
  }
}

/** Whether the pages of a member show everyone whom they may meet, once, and no one else. */
async function isWhole(server: ChaosServer, truth: Truth, session: Session, ids: readonly string[]): Promise<boolean> {
  const { member } = session
  if (isPaused(truth, member)) return true
  const seen: string[] = []
  for (let query = ''; ;) {
    const page = await readPage(server, session, query)
    if (!page) return false
    seen.push(...page.ids)
    if (page.next === null) break
    query = `?cursor=${page.next}`
  }
  const expected = ids.filter((id) => id !== member && !truth.apart.has(keyOf(member, id)) && !isPaused(truth, id))
  return seen.toSorted().join() === expected.toSorted().join()
}
