import { afterAll, beforeAll, expect, it } from 'vitest'
import { startChaosServer, type ChaosServer } from '../server.ts'
import { runAreas, type AreaReport } from './run.ts'

let server: ChaosServer
let report: AreaReport

beforeAll(async () => {
  server = await startChaosServer()
  report = await runAreas(server, { seed: 7, members: 40, seconds: 10 })
})
afterAll(() => server[Symbol.asyncDispose]())

it('areas die while members act and look', () => {
  expect(report.crashes).toBeGreaterThan(10)
  for (const [name, count] of Object.entries(report.acts)) expect(count, name).toBeGreaterThan(0)
  expect(report.pages).toBeGreaterThan(50)
})

it('no page shows whom an answered act has hidden, and each is answered', () => {
  expect(report.wronglyShown).toEqual([])
  expect(report.unanswered).toBe(0)
})

it('every list is whole within 30 s of the last death', () => {
  expect(report.wholeMs).not.toBeNull()
  expect(report.wholeMs).toBeLessThan(30_000)
})
