import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dateOnce, endings, endOnce, type DatePlan, type Vote } from './blind.ts'
import { withoutChance, type Recording } from './chance.ts'
import { withoutDraws, withoutOwnVote } from './date-draws.ts'
import { canariesIn, differencesBetween, linksIn, sizesBetween } from './judge.ts'
import { allLanes, fewLanes, record, type Lane, type Meeting } from './record.ts'
import { startSecrecyServer, type SecrecyServer } from './server.ts'
import { isFullLength } from '../support/full-length.ts'

/** Of each lane and run. At full length: thirty dates with one and the same partner, and thirty with others. */
const sessions = isFullLength ? 3 : 2
/** Of each lane, without what Ben presses alone. */
const quietSessions = 2
const quietLanes = isFullLength ? allLanes : fewLanes

type Votes = readonly [bens: Vote, annas: Vote]

/** Of both; two who say yes would match. */
const votes: readonly Votes[] = [
  ['yes', 'no'],
  ['no', 'yes'],
  ['yes', null],
  [null, 'yes'],
]

/** What happens on a date, and what Ben presses that only Anna could answer. */
function planOf({ lane, number }: Meeting): DatePlan {
  const [bensVote, annasVote] = votes[number % votes.length] ?? [null, null]
  const ending = endings[(lane + number) % endings.length] ?? 'by votes'
  const isForward = number % 2 === 0
  return { ending, accepts: isForward, extends: isForward, bensVote, annasVote }
}

/** The same without Ben's presses. */
const quietly = (plan: DatePlan): DatePlan => ({ ...plan, accepts: false, extends: false, bensVote: null })

let server: SecrecyServer
beforeAll(async () => {
  server = await startSecrecyServer()
})
afterAll(() => server[Symbol.asyncDispose]())

describe(`${allLanes.length * sessions} blind dates with one partner, and as many with others,`, () => {
  let same: Lane[]
  let others: Lane[]
  const play = (meeting: Meeting) => dateOnce(meeting, planOf(meeting))
  beforeAll(async () => {
    same = await record(server, { sessions, isSame: true, play, clean: withoutDraws })
    others = await record(server, { sessions, isSame: false, play, clean: withoutDraws })
  })

  it('are recorded whole: pages, actions, and every kind of frame', () => {
    const [{ annas } = { annas: [] }] = same
    const statuses = annas.flatMap(({ answers }) => answers.map((answer) => answer.split('\n')[1]?.slice(0, 3)))
    expect(new Set(statuses)).toEqual(new Set(['200']))
    const read = annas.flatMap((session) => session.read).join('\n')
    for (const part of [
      'presence:joining',
      'presence:leaving',
      'marks',
      'client-typing',
      'Hello, you',
      'contact-details',
      'closed',
    ])
      expect(read).toContain(`"${part}"`)
    for (const part of ['lobby', 'offered', 'talking', 'voting', 'ended']) expect(read).toContain(`"state":"${part}"`)
    expect(read).toContain('"event":"notification"')
    expect(annas.flatMap(({ answers }) => answers).join('\n')).toContain('(prompt 0)')
  })

  it('are the same for Anna but for ids and times', () => {
    expect(differencesBetween(same, others)).toEqual([])
  })

  it('are equally long, text by text', () => {
    expect(sizesBetween(same, others)).toEqual([])
  })

  it('name nobody to nobody', () => {
    expect(canariesIn([...same, ...others])).toEqual([])
  })

  it('have nothing in common that says that it was the same partner', () => {
    expect(linksIn(same, others)).toEqual([])
  })

  it('are the same where the partner has pressed nothing alone', { timeout: 120_000 }, async () => {
    const quiet = await record(server, {
      lanes: quietLanes,
      sessions: quietSessions,
      isSame: true,
      play: (meeting) => dateOnce(meeting, quietly(planOf(meeting))),
      clean: withoutDraws,
    })
    const pressed = same
      .filter((_, index) => quietLanes.some((lane) => lane === allLanes[index]))
      .map((lane) => ({ ...lane, annas: lane.annas.slice(0, quietSessions) }))
    expect(pressed.length).toBe(quiet.length)
    expect(differencesBetween(quiet, pressed)).toEqual([])
    expect(sizesBetween(quiet, pressed)).toEqual([])
  })
})

/** Those of each lane whose reader has a line: the ones without are the last. */
const framesOf = (lanes: readonly Recording[][]): string[][] =>
  lanes.map((sessions) => withoutChance(sessions).flatMap(({ read }) => read)).filter((frames) => frames.length > 0)

describe('the neutral ending of a blind date', () => {
  /** Records what both are sent from the end of the vote on. */
  const recordEnd = ([bensVote, annasVote]: Votes) =>
    record(server, {
      lanes: fewLanes,
      sessions: 1,
      isSame: true,
      play: (meeting) => endOnce(meeting, { bensVote, annasVote }),
      clean: (session, locale) => withoutOwnVote(withoutDraws(session, locale)),
    })

  it('is the same for both, whoever has voted and what', { timeout: 120_000 }, async () => {
    const runs: Lane[][] = []
    for (const given of [[null, null], ['no', 'no'], ...votes] as const) runs.push(await recordEnd(given))
    const [none = []] = runs
    for (const run of runs) {
      expect(differencesBetween(none, run)).toEqual([])
      expect(sizesBetween(none, run)).toEqual([])
      const [annas, bens] = [framesOf(run.map(({ annas }) => annas)), framesOf(run.map(({ bens }) => bens))]
      expect(annas[0]).toContainEqual(expect.stringContaining('"state":"ended"'))
      expect(annas).toEqual(bens.slice(0, annas.length))
    }
  })

  it('does not say why the other one has gone', { timeout: 120_000 }, async () => {
    const runs: Lane[][] = []
    for (const ending of ['ben leaves', 'ben reports', 'ben stops'] as const)
      runs.push(
        await record(server, {
          lanes: fewLanes,
          sessions: 1,
          isSame: true,
          play: (meeting) => dateOnce(meeting, { ending, accepts: false, extends: false, bensVote: null, annasVote: null }),
          clean: withoutDraws,
        }),
      )
    for (const run of runs.slice(1)) {
      expect(differencesBetween(runs[0] ?? [], run)).toEqual([])
      expect(sizesBetween(runs[0] ?? [], run)).toEqual([])
    }
  })
})
