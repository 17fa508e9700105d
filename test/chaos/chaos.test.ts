import { afterAll, beforeAll, expect, it } from 'vitest'
import { runChaos, type ChaosReport } from './run.ts'
import { startChaosServer, type ChaosServer } from './server.ts'

/** The short form of `npm run test:chaos`: ten seconds of it, and the same with clients that do not resume. */
const short = { seed: 16, clients: 12, seconds: 10 }

let server: ChaosServer
let report: ChaosReport
let forgetful: ChaosReport

beforeAll(async () => {
  server = await startChaosServer()
  ;[report, forgetful] = await Promise.all([runChaos(server, short), runChaos(server, { ...short, withoutResume: true })])
})
afterAll(() => server[Symbol.asyncDispose]())

it('disturbs every part of the way', () => {
  for (const [kind, count] of Object.entries(report.steps)) expect(count, kind).toBeGreaterThan(0)
  expect(report.reconnects).toBeGreaterThan(short.clients)
  expect(report.transportChanges).toBeGreaterThan(0)
  expect(report.directs, 'after each cut another one').toBeGreaterThan(short.clients)
})

it('has every acknowledged message in history and on every screen, once, unchanged and in order', () => {
  expect(report).toMatchObject({ lost: 0, doubled: 0, outOfOrder: 0, changed: 0 })
})

it('sends everything that was typed, however often the line broke', () => {
  expect(report.messages).toBeGreaterThan(50)
  expect(report.unsent).toBe(0)
})

it('ends with the last acknowledged words and reactions, the same on every screen, and with nothing of what was taken back', () => {
  expect(report.changesAcknowledged).toBeGreaterThan(20)
  expect(report).toMatchObject({ changed: 0, undone: 0, stale: 0, leftovers: 0 })
})

it('tells nothing of a conversation that was unmatched or blocked 5 s ago, and nobody reads it any more', () => {
  expect(report.ended).toBeGreaterThan(1)
  expect(report.endedReadable).toBe(0)
  expect(report.lastFrameAfterUnmatchMs).toBeLessThan(5_000)
})

it('counts as unread what log and read marks say, in every member’s object and on every badge', () => {
  expect(report.readsAcknowledged).toBeGreaterThan(20)
  expect(report.unread).toBeGreaterThan(0)
  expect(report).toMatchObject({ miscounted: 0, wrongBadges: 0 })
})

it('finds every message that stands, and nothing that was taken back or whose conversation has ended', () => {
  expect(report.found).toBeGreaterThan(50)
  expect(report).toMatchObject({ unfound: 0, ghosts: 0 })
})

it('leaves nothing of a conversation that has ended in either inbox, and tells nothing of it any more', () => {
  expect(report).toMatchObject({ wrongRows: 0, lateFrames: 0 })
})

it('is quiet within 15 s of the last disturbance: everyone has everything and sees who is there', () => {
  expect(report.unrest).toEqual([])
  expect(report.quietMs).toBeLessThan(15_000)
})

it('shows within 2 s that a member has gone', () => {
  expect(report.presence?.afterCloseMs).not.toBeNull()
  expect(report.presence?.afterCloseMs).toBeLessThan(2_000)
})

it('answers the close frame of a client that leaves', () => {
  expect(report.presence?.goodbyeMs).not.toBeNull()
  expect(report.presence?.goodbyeMs).toBeLessThan(2_000)
})

it('tells nothing to a session that ended 5 s ago, even when its object died in that moment', () => {
  expect(report.lastFrameAfterEndMs).toBeLessThan(5_000)
})

it('loses messages and never comes to rest when clients neither resume nor repeat', () => {
  expect(forgetful.lost).toBeGreaterThan(0)
  expect(forgetful.unsent).toBeGreaterThan(0)
  expect(forgetful.quietMs).toBeNull()
})
