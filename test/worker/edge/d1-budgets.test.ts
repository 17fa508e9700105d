import { seedActions } from '#seed/contract.ts'
import { createExecutionContext, env, SELF, waitOnExecutionContext } from 'cloudflare:test'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createApp } from '#worker/app.ts'
import { runCron } from '#worker/cron-jobs.ts'
import { meterRuntime, sumOf, type Asked } from '../../../scripts/bench/d1/meter.ts'
import { requests, startDay, type Day, type RequestName } from '../../../scripts/bench/d1/requests.ts'
import { advance } from '#test/support/worker/account.ts'
import { settleAreas } from '#test/support/worker/areas.ts'
import { origin } from '#test/support/worker/realtime-client.ts'

/**
 * What a request may cost at the most, its objects included: round trips to D1 (a batch is one), rows read, rows written. Measured
 * among the demo's people and 5,000 more, with a little room for rows of lists; `npm run bench d1-day` prints them. Lower one
 * when it got cheaper; a change that needs more has to say why. Every page reads its member’s consents along (two rows, by an index).
 */
const budgets: Record<RequestName, [calls: number, rowsRead: number, rowsWritten: number]> = {
  'sign-in': [7, 27, 16],
  'tokens renewed': [1, 18, 7],
  'window gets the focus': [1, 5, 0],
  // Two of the rows read are those of a quota's day before a change of the time zone, which every action reads with its member.
  'token for the socket': [1, 4, 0],
  'people nearby': [1, 175, 0],
  'people nearby, three filters': [1, 150, 0],
  'people nearby, anywhere': [1, 690, 0],
  'people nearby, nobody fits': [1, 65, 0],
  // Two of the calls only prepare it.
  'page with activity to note': [4, 60, 9],
  // Two of the calls only prepare it; the activity is written in the call that renews the tokens.
  'page with tokens to renew': [4, 80, 16],
  profile: [1, 42, 0],
  // Three of the rows written are the time of the view and its index, by which a boost is measured.
  visit: [1, 11, 7],
  // The page's own read has decided about its photos.
  'page with ten photos': [1, 175, 0],
  // The hub asks about those together that come within ten milliseconds, so the number of calls depends on the machine.
  'ten photos later': [3, 60, 0],
  // One row says until when the day of a former time zone counts: a refusal names that hour. The session and the stored time zone are
  // conditions of its writes.
  like: [1, 30, 4],
  // One of the rows written is the index by which the purge of the other one finds it.
  pass: [1, 12, 4],
  likes: [1, 125, 0],
  visitors: [1, 98, 0],
  favourites: [1, 85, 0],
  messages: [1, 48, 0],
  // The member has two sessions.
  settings: [1, 52, 0],
  'message sent by form': [1, 4, 0],
  'read mark': [1, 4, 0],
  // A call for each table in which something expires, emails that were not sent among them, one that counts failures, one that
  // looks whether yesterday is counted, one whether the cities are, one that hides restricted members whose time has come, and six
  // of the store: refunds to send, orders whose events have not come, news to send, gifts to deliver, boosts to count, and whether
  // the day's comparison with the payment provider is done. Two more ask for deletions to be listed and accounts to be purged, two
  // for exports: those that have expired, and those that stand still; and three for challenges: undecided ones, their pictures and news.
  // Three are of the areas: changes to report, some that are due to be read again, and those that are being divided.
  cron: [54, 290, 42],
}

let asked: Asked[] = []
const letters: SendEmail = { send: async () => ({ messageId: 'test' }) }
meterRuntime(env.DB, (reading) => asked.push(reading))
const withEmail = { ...env, EMAIL: letters }
const app = createApp()
let day: Day

beforeAll(async () => {
  await SELF.fetch(origin + seedActions.seed.path, { method: 'POST', headers: { 'x-seed-secret': env.SESSION_SECRET, origin } })
  const world = {
    origin,
    db: env.DB,
    photos: env.PHOTOS,
    cron: () => runCron(withEmail, Date.now()),
    async send(path: string, init: RequestInit) {
      const context = createExecutionContext()
      const response = await app.fetch(new Request(origin + path, init), withEmail, context)
      const body = await response.arrayBuffer()
      // Writes after the answer count, too.
      await waitOnExecutionContext(context)
      return new Response(body.byteLength === 0 ? null : body, response)
    },
  }
  day = await startDay(world, 5000)
  await world.cron()
  await settleAreas()
}, 120_000)

// As in a day, some seconds lie between two requests: in the second after a sign-in, which ends a session, D1 decides about photos.
beforeEach(() => advance(2000))
afterAll(() => {
  vi.useRealTimers()
})

test.each(Object.keys(budgets) as RequestName[])('%s asks no more of D1 than its budget', async (name) => {
  const [calls, rowsRead, rowsWritten] = budgets[name]
  const tries: Omit<Asked, 'statements' | 'ms'>[] = []
  const isWithin = (cost: (typeof tries)[number]) =>
    cost.calls <= calls && cost.rowsRead <= rowsRead && cost.rowsWritten <= rowsWritten
  // An object that still works for an earlier request adds its own queries, which never make a figure smaller.
  while (tries.length < 5 && !tries.some(isWithin)) {
    asked = []
    await requests[name](day)
    tries.push(sumOf(asked))
  }
  expect(tries.every((cost) => cost.calls > 0)).toBe(true)
  expect(tries.some(isWithin), `${JSON.stringify(tries)} against ${JSON.stringify(budgets[name])}`).toBe(true)
})
