import type { D1Database, R2Bucket } from '@cloudflare/workers-types'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { settingsActions } from '#features/settings/contract.ts'
import { origin } from '../app.ts'
import { callMs, membersAt, membersWithin, waitP99, type CallKind } from '../d1/lane.ts'
import { nothing, sumOf, type Asked } from '../d1/meter.ts'
import { measure, startMeteredApp, type MeteredApp } from '../metered-app.ts'
import { requests, startDay, type Day } from '../d1/requests.ts'
import { dialects } from '../realtime/dialects.ts'
import { openWebSocket, type WebSocketClient } from '../realtime/web-socket.ts'
import type { Figure } from '../report.ts'

const MEMBERS = 20_000
/** After this time a conversation checks the pair's access again, so in a slow talk every message causes a check: by the hubs, or by D1. */
const CALM_MS = 5_500
/** After this time, D1 decides about the pair. */
const QUIET_MS = 21_000
const MESSAGES = 8

/**
 * A member's day: six visits, half an hour in all. Each visit begins with expired tokens, and with a document that
 * brings the token for its socket; the window gains focus twice; activity is noted at its beginning, with the tokens, and four minutes later. The rest is a member's usual actions.
 */
const times: Record<string, number> = {
  'tokens renewed by a page': 6,
  'socket opens': 6,
  'window gets the focus': 12,
  'people nearby': 14,
  'people nearby, three filters': 3,
  'people nearby, anywhere': 2,
  'people nearby, nobody fits': 1,
  'activity noted': 6,
  profile: 10,
  visit: 10,
  likes: 4,
  visitors: 3,
  favourites: 1,
  messages: 5,
  settings: 2,
  like: 8,
  pass: 15,
  'conversation comes on screen': 5,
  'message over the socket, and a read mark': 20,
  'ten photos': 13,
  'ten photos later': 2,
}
/** Seconds that the day's member is online. */
const ONLINE_S = 30 * 60
/** What a row takes: D1 reported 160 ms for the 33,193 rows that pages of people nearby read on a day by SQL, on 28 November 2026. */
const ROW_MS = 160 / 33_193
const SHARE = 0.6
const MIN_ONLINE = 27_000
const MAX_WAIT_MS = 100
const MAX_CALLS = 110
const MAX_ROWS = 5000

/** The D1 cost of each request and of a member's whole day, for the worker and its objects, among 20,000 people. */
export async function measureD1Day(workDir: string): Promise<Figure[]> {
  await using app = await startMeteredApp(workDir)
  const db = (await app.miniflare.getD1Database('DB')) as unknown as D1Database
  const day = await startDay(
    {
      origin: origin(app),
      send: (path, init) => fetch(origin(app) + path, init),
      db,
      photos: (await app.miniflare.getR2Bucket('PHOTOS')) as unknown as R2Bucket,
      cron: () => app.cron(Date.now()),
    },
    MEMBERS,
  )
  // The first run deletes expired rows of the demo's past.
  await app.cron(Date.now())
  await settleAreas(app, db)
  const costs = new Map<string, Asked>()
  for (const [name, request] of Object.entries(requests)) costs.set(name, await usual(() => measure(app, () => request(day))))
  const page = costs.get('settings') ?? nothing
  costs.set('activity noted', less(costs.get('page with activity to note') ?? nothing, page))
  costs.set('tokens renewed by a page', less(costs.get('page with tokens to renew') ?? nothing, page))
  costs.set('ten photos', less(costs.get('page with ten photos') ?? nothing, costs.get('people nearby') ?? nothing))
  for (const [name, cost] of await measureSockets(app, day, costs.get('messages') ?? nothing)) costs.set(name, cost)
  print(costs)
  const sum = sumOf(Object.entries(times).map(([name, count]) => scaled(costs.get(name), count, name)))
  print(new Map([['the whole day', sum]]))
  return [
    {
      what: `D1 calls of a member’s day among ${MEMBERS.toLocaleString('en')} people (rows read, rows written)`,
      measured: `${Math.round(sum.calls)} (${Math.round(sum.rowsRead).toLocaleString('en')}, ${Math.round(sum.rowsWritten)})`,
      target: `≤ ${MAX_CALLS} (${MAX_ROWS.toLocaleString('en')})`,
      met: sum.calls <= MAX_CALLS && sum.rowsRead <= MAX_ROWS,
    },
    modelOnline('by its rows', costs, ({ rowsRead, rowsWritten }) => (rowsRead + rowsWritten) * ROW_MS),
    modelOnline('by the time that D1 reports here', costs, ({ ms }) => ms),
  ]
}

/** Waits until the areas know of the population, which was written to D1 all at once. */
async function settleAreas(app: MeteredApp, db: D1Database): Promise<void> {
  for (let turn = 0; turn < 200; turn++) {
    await app.cron(Date.now())
    const left = await db
      .prepare('select (select count(*) from area_marks) + (select count(*) from areas where rebuilt_at = 0) as n')
      .first('n')
    if (left === 0) return
    await sleep(250)
  }
  throw new Error('The areas have not learnt of all changes')
}

/**
 * How many members one D1 serves, by the model of a queue with one lane (`lane.ts`). `msOf`: the time of a request's calls. The reported
 * one depends on the machine and its other load; the rows do not.
 */
function modelOnline(basis: string, costs: ReadonlyMap<string, Asked>, msOf: (cost: Asked) => number): Figure {
  const kinds = Object.entries(times).flatMap(([name, count]): CallKind[] => {
    const cost = costs.get(name) ?? nothing
    const { calls } = cost
    return calls === 0 ? [] : [{ perSecond: (count * calls) / ONLINE_S, ms: callMs + msOf(cost) / calls }]
  })
  const online = Math.floor(membersAt(SHARE, kinds))
  const [wait, most] = [waitP99(kinds, online), membersWithin(MAX_WAIT_MS, kinds)]
  return {
    what: `Members online while one D1 is busy for ${SHARE * 100} % of the time (model, ${basis})`,
    measured: `${online.toLocaleString('en')}, p99 of a call's wait ${Math.round(wait)} ms; ${MAX_WAIT_MS} ms with ${most.toLocaleString('en')}`,
    target: `≥ ${MIN_ONLINE.toLocaleString('en')}, ≤ ${MAX_WAIT_MS} ms`,
    met: online >= MIN_ONLINE && wait <= MAX_WAIT_MS,
  }
}

/** Takes the median of three, because an object that wakes up meanwhile adds its own queries. */
async function usual(ask: () => Promise<Asked>): Promise<Asked> {
  const three = [await ask(), await ask(), await ask()]
  return three.toSorted((a, b) => a.calls - b.calls || a.rowsRead - b.rowsRead)[1] ?? nothing
}

/**
 * The sockets of a page: the first one, opened by a page that was just read; then a conversation that comes on screen, after a time in
 * which nothing was said in it; then messages and read marks over its second socket, in a slow talk.
 */
async function measureSockets(app: MeteredApp, day: Day, page: Asked): Promise<[string, Asked][]> {
  const { browser, conversation } = day
  const { token } = (await (await browser.get('/api/realtime/token')).json()) as { token: string }
  const { user } = (await (await browser.get('/api/auth/session')).json()) as { user: { id: string } }
  const member = { id: user.id, conversation, token: '', channelToken: token }
  const { kismet } = dialects
  const beside = kismet.beside?.(app.port, member)
  if (!beside) throw new Error('A page has two sockets')
  const headers = { Cookie: browser.cookie, Origin: origin(app), Host: new URL(origin(app)).host }
  const open = async ({ path }: { path: string }, greet: string[], isReady: (frame: string) => boolean) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const socket = await openWebSocket({ port: app.port, path, headers }, (frame) => isReady(frame) && resolve())
    for (const text of greet) socket.send(text)
    await promise
    return socket
  }
  // So the hub knows of it, as of all who have connected once.
  await browser.post(settingsActions.privacy.path, { showsOnline: '1' })
  await app.take()
  await browser.read('/main-settings')
  let first: WebSocketClient | undefined
  const opened = await measure(app, async () => {
    first = await open(beside.address, beside.greet, (frame) => /^\[?\{"id":1,"status":"success"/.test(frame))
  })

  await sleep(QUIET_MS)
  let second: WebSocketClient | undefined
  const shown = await measure(app, async () => {
    await requests.messages(day)
    second = await open(kismet.address(app.port, member), kismet.greet('', member), kismet.isReady)
  })

  // Also what alarms ask between two messages.
  const said: Asked[] = []
  for (let n = 0; n < MESSAGES; n++) {
    const frame = JSON.parse(kismet.say(n, 'Hello', member)) as Record<string, unknown>
    second?.send(JSON.stringify({ ...frame, cid: randomUUID() }))
    second?.send(JSON.stringify({ id: 100 + n, type: 'message:read', channel: frame['channel'], seq: n + 1 }))
    await sleep(CALM_MS)
    said.push(...(await app.take()))
  }
  second?.close()
  first?.close()
  return [
    ['socket opens', opened],
    ['conversation comes on screen', less(shown, page)],
    ['message over the socket, and a read mark', divided(sumOf(said), MESSAGES)],
  ]
}

function scaled(cost: Asked | undefined, factor: number, name: string): Asked {
  if (!cost) throw new Error(`Nothing was measured as ${name}`)
  return divided(cost, 1 / factor)
}

function divided({ calls, statements, rowsRead, rowsWritten, ms }: Asked, by: number): Asked {
  return { calls: calls / by, statements: statements / by, rowsRead: rowsRead / by, rowsWritten: rowsWritten / by, ms: ms / by }
}

function less(one: Asked, other: Asked): Asked {
  return sumOf([one, divided(other, -1)])
}

function print(costs: Map<string, Asked>): void {
  const line = (cells: (string | number)[]) => console.log(`  | ${cells.map(String).join(' | ')} |`)
  line(['request', 'D1 calls', 'statements', 'rows read', 'rows written', 'ms of D1', 'times a day'])
  const round = (value: number) => Math.round(value * 10) / 10
  for (const [name, { calls, statements, rowsRead, rowsWritten, ms }] of costs)
    line([name, round(calls), round(statements), round(rowsRead), round(rowsWritten), round(ms), times[name] ?? ''])
}
