import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chatOnce, endings, type LonePress } from './anonymous.ts'
import { canariesIn, differencesBetween, linksIn, sizesBetween } from './judge.ts'
import { allLanes, fewLanes, record, type Lane, type Meeting } from './record.ts'
import { startSecrecyServer, type SecrecyServer } from './server.ts'
import { isFullLength } from '../support/full-length.ts'

/** Of each lane and run. At full length: a hundred chats with one and the same partner, and a hundred with others. */
const sessions = isFullLength ? 10 : 4
const quietLanes = isFullLength ? allLanes : fewLanes

/** When Ben presses reveal, chat by chat. */
const presses: readonly LonePress[] = ['at once', 'in the middle', null, 'at last']

const endingOf = ({ lane, number }: Meeting) => endings[(lane + number) % endings.length] ?? 'ben leaves'
const pressOf = ({ number }: Meeting) => presses[number % presses.length] ?? null
const play = (meeting: Meeting) => chatOnce(meeting, { reveals: pressOf(meeting), ending: endingOf(meeting) })
const playQuietly = (meeting: Meeting) => chatOnce(meeting, { reveals: null, ending: endingOf(meeting) })

let server: SecrecyServer
beforeAll(async () => {
  server = await startSecrecyServer()
})
afterAll(() => server[Symbol.asyncDispose]())

describe(`${allLanes.length * sessions} anonymous chats with one partner, and as many with others,`, () => {
  let same: Lane[]
  let others: Lane[]
  beforeAll(async () => {
    same = await record(server, { sessions, isSame: true, play })
    others = await record(server, { sessions, isSame: false, play })
  })

  it('are recorded whole: pages, actions, and every kind of frame', () => {
    const [{ annas } = { annas: [] }] = same
    for (const { read, answers } of annas) {
      expect(new Set(answers.map((answer) => answer.split('\n')[1]?.slice(0, 3)))).toEqual(new Set(['200']))
      expect(answers.filter((answer) => answer.includes('Hello, you')).length).toBeGreaterThanOrEqual(2)
      for (const part of [
        'presence:joining',
        'presence:leaving',
        'marks',
        'client-typing',
        'Hello, you',
        'contact-details',
        'closed',
      ])
        expect(
          read.some((frame) => frame.includes(`"${part}"`)),
          part,
        ).toBe(true)
    }
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

  it('are the same where the partner has not pressed reveal', { timeout: 120_000 }, async () => {
    const quiet = await record(server, { lanes: quietLanes, sessions: presses.length, isSame: true, play: playQuietly })
    const pressed = same
      .filter((_, index) => quietLanes.some((lane) => lane === allLanes[index]))
      .map((lane) => ({ ...lane, annas: lane.annas.slice(0, presses.length) }))
    expect(pressed.length).toBe(quiet.length)
    expect(differencesBetween(quiet, pressed)).toEqual([])
    expect(sizesBetween(quiet, pressed)).toEqual([])
  })
})

it(
  'an anonymous chat ends in the same way, whether the partner leaves it, goes on, reports or may not stay',
  { timeout: 120_000 },
  async () => {
    const ends = ['ben leaves', 'ben next', 'ben reports', 'ben stops'] as const
    const runs: Lane[][] = []
    for (const ending of ends) {
      const play = (room: Meeting) => chatOnce(room, { reveals: null, ending })
      runs.push(await record(server, { lanes: quietLanes, sessions: 1, isSame: true, play }))
    }
    for (const run of runs.slice(1)) {
      expect(differencesBetween(runs[0] ?? [], run)).toEqual([])
      expect(sizesBetween(runs[0] ?? [], run)).toEqual([])
    }
  },
)
