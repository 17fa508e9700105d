import { afterAll, beforeAll, expect, it } from 'vitest'
import { startChaosServer, type ChaosServer } from '../server.ts'
import { runEncounters, type EncounterReport } from './run.ts'

/** Eighteen seconds of the strangers in `npm run test:chaos`. */
const short = { seed: 5, clients: 16, seconds: 18 }

let server: ChaosServer
let report: EncounterReport

beforeAll(async () => {
  server = await startChaosServer()
  report = await runEncounters(server, short)
})
afterAll(() => server[Symbol.asyncDispose]())

it('does everything that strangers do, while lines break and every kind of object dies', () => {
  const { extend: _, 'vote-yes': yes, 'vote-no': no, ...done } = report.done
  for (const [kind, count] of Object.entries({ ...done, ...report.crashes })) expect(count, kind).toBeGreaterThan(0)
  expect(yes + no).toBeGreaterThan(0)
  expect(report.reconnects).toBeGreaterThan(10)
  expect(report.blocks).toBeGreaterThan(1)
  expect(report.encounters).toBeGreaterThan(10)
  expect(report.acknowledged).toBeGreaterThan(20)
  expect(report.matches).toBeGreaterThan(0)
})

it('has nobody in two encounters at once, and no two together who must not meet, or meet again', () => {
  expect(report).toMatchObject({ withSelf: 0, twoAtOnce: 0, metTwice: 0, forbidden: 0 })
})

it('shows every acknowledged message once, unchanged and in the same order on both sides', () => {
  expect(report).toMatchObject({ lost: 0, doubled: 0, outOfOrder: 0, changed: 0 })
})

it('makes a match exactly of two who have both said yes, shows nobody a lone yes, and takes along what they have said', () => {
  expect(report).toMatchObject({ wrongReveals: 0, toldAlone: 0, wrongMatches: 0 })
})

it('shows both the same ending, and nothing of what was said before it', () => {
  expect(report).toMatchObject({ endings: 0, readable: 0 })
})

it('leaves nobody waiting for ever where a partner is, and no wait or encounter without its members', () => {
  expect(report).toMatchObject({ stranded: 0, ghosts: 0, wrongSeats: 0 })
})

it('is quiet within 15 s of the last disturbance', () => {
  expect(report.unrest).toEqual([])
  expect(report.quietMs).toBeLessThan(15_000)
})
