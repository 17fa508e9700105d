import type { D1Database } from '@cloudflare/workers-types'
import { cpSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { likeActions } from '#features/likes/contract.ts'
import type { PeopleNearbyProps } from '#features/nearby/contract.ts'
import { sessionActions } from '#features/auth/contract.ts'
import { visitActions } from '#features/visits/contract.ts'
import { WORKER_DIR } from '../app-build.ts'
import { origin, startApp, type RunningApp } from '../app.ts'
import { Browser } from '../d1/browser.ts'
import { populate } from '../d1/population.ts'
import type { Figure } from '../report.ts'

const POPULATION = 30_000
const MEMBERS = 8
const DAYS = 30
/** Growth is counted from here on: until then pages of new tables fill up. */
const COUNTED_FROM = 10
const dayMs = 24 * 60 * 60_000
const MAX_BYTES = 2_300
const paths = { clock: '/bench-clock', cron: '/bench-cron' }

/** What a member does in each of the day's visits; together they are the writing part of the day of `d1-day`. */
const visits = [
  { likes: 2, passes: 3, visits: 2, pages: 3 },
  { likes: 1, passes: 2, visits: 1, pages: 3 },
  { likes: 1, passes: 3, visits: 2, pages: 4 },
  { likes: 2, passes: 2, visits: 2, pages: 3 },
  { likes: 1, passes: 3, visits: 2, pages: 3 },
  { likes: 1, passes: 2, visits: 1, pages: 4 },
]

const actsOfDay = visits.reduce((sum, { likes, passes, visits: calls }) => sum + likes + passes + calls, 0)

/**
 * How much D1 grows with a member's day: members live thirty days, like those of `d1-day`, by a clock that moves on, with the cron
 * after each visit. It counts the bytes in use, by table with its indexes, after what is deleted in time.
 */
export async function measureGrowth(workDir: string): Promise<Figure[]> {
  await using app = await startApp(workDir, { entry: movableClock(), onLog: () => {} })
  const db = (await app.miniflare.getD1Database('DB')) as unknown as D1Database
  await populate(db, POPULATION)
  const members = await Promise.all((await chooseMembers(db)).map((email) => Member.signIn(app, email)))
  let [counted, done] = [new Map<string, number>(), 0]
  for (let day = 0; day < DAYS; day += 1) {
    if (day === COUNTED_FROM) counted = readBytes(workDir)
    for (const [index, visit] of visits.entries()) {
      const ahead = day * dayMs + index * 3 * 60 * 60_000
      await tell(app, `${paths.clock}?ahead=${ahead}`)
      for (let page = 0; page < visit.pages; page += 1) {
        await tell(app, `${paths.clock}?ahead=${ahead + page * 2 * 60_000}`)
        await Promise.all(members.map((member) => (page === 0 ? member.begin() : member.look())))
      }
      const acts = await Promise.all(members.map((member) => member.meet(visit)))
      if (day >= COUNTED_FROM) done += acts.reduce((sum, each) => sum + each, 0)
      await tell(app, `${paths.cron}?now=${Date.now() + ahead}`)
    }
  }
  const after = readBytes(workDir)
  const memberDays = done / actsOfDay
  const grown = [...after].map(([table, bytes]) => [table, (bytes - (counted.get(table) ?? 0)) / memberDays] as const)
  const sorted = grown.filter(([, bytes]) => Math.abs(bytes) >= 1).toSorted(([, one], [, other]) => other - one)
  for (const [table, bytes] of sorted) console.log(`  ${table.padEnd(24)} ${bytes.toFixed(0).padStart(6)} bytes a member-day`)
  const sum = grown.reduce((total, [, bytes]) => total + bytes, 0)
  return [
    {
      what: `Growth of D1 with a member's day (${MEMBERS} members, days ${COUNTED_FROM + 1} to ${DAYS})`,
      measured: `${Math.round(sum)} bytes (${sorted.slice(0, 4).map(([table, bytes]) => `${table} ${Math.round(bytes)}`).join(', ')})`, // prettier-ignore
      target: `≤ ${MAX_BYTES} bytes`,
      met: sum <= MAX_BYTES,
    },
  ]
}

/** A member with their browser, and the people whom they have not met yet. */
class Member {
  readonly #browser: Browser
  #people: string[] = []

  constructor(browser: Browser) {
    this.#browser = browser
  }

  static async signIn(app: RunningApp, email: string): Promise<Member> {
    const browser = new Browser((path, init) => fetch(origin(app) + path, init), origin(app))
    await browser.post(sessionActions.signIn.path, { email, password: 'kismet-demo-1' })
    return new Member(browser)
  }

  /** A visit begins with expired tokens and a page of people nearby. */
  async begin(): Promise<void> {
    await this.#browser.post(sessionActions.refresh.path, {})
    const { nearby } = await this.#browser.read<PeopleNearbyProps>('/people-nearby?wide=1')
    // Liking a person who likes the member makes a match: not an everyday act.
    this.#people = nearby.people.flatMap(({ id, likesMe }) => (likesMe ? [] : [id]))
  }

  async look(): Promise<void> {
    await this.#browser.read('/main-settings')
  }

  /** Returns how many of the acts were done: somebody in a small place has met everyone in the end. */
  async meet({ likes, passes, visits: calls }: { likes: number; passes: number; visits: number }): Promise<number> {
    const acts = [
      ...this.#people.slice(0, calls).map((id) => [visitActions.leave.path, id] as const),
      ...this.#people.slice(0, likes).map((id) => [likeActions.like.path, id] as const),
      ...this.#people.slice(likes, likes + passes).map((id) => [likeActions.pass.path, id] as const),
    ]
    for (const [path, id] of acts) await this.#browser.post(path, { id })
    return acts.length
  }
}

async function chooseMembers(db: D1Database): Promise<string[]> {
  const { results } = await db
    .prepare(
      `select email from members join profiles on member_id = id
        where state = 'complete' and discoverable = 1 and role = 'member' and password_hash <> '' order by id limit ?`,
    )
    .bind(MEMBERS)
    .all<{ email: string }>()
  return results.map(({ email }) => email)
}

/** Bytes in use by table, its indexes included. It reads a copy: a second process would lock the runtime's file. */
function readBytes(workDir: string): Map<string, number> {
  const file = globSync(join(workDir, 'state/d1/**/*.sqlite')).find((each) => !each.includes('metadata')) ?? ''
  const copy = join(workDir, 'copy.sqlite')
  for (const end of ['', '-wal']) cpSync(file + end, copy + end)
  const db = new DatabaseSync(copy)
  const rows = db
    .prepare(
      `select coalesce(m.tbl_name, s.name) as tbl, sum(s.pgsize - s.unused) as bytes
        from dbstat s left join sqlite_master m on m.name = s.name group by 1`,
    )
    .all()
  db.close()
  return new Map(rows.map(({ tbl, bytes }) => [String(tbl), Number(bytes)]))
}

async function tell(app: RunningApp, path: string): Promise<void> {
  const response = await fetch(origin(app) + path)
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  await response.arrayBuffer()
}

/** The build's entry with a clock that can be set ahead; worker and objects share it. */
function movableClock() {
  return {
    path: `${WORKER_DIR}/movable-clock.js`,
    contents: `import app from './index.js';
export * from './index.js';
const real = Date.now.bind(Date);
let ahead = 0;
Date.now = () => real() + ahead;
export default { ...app, async fetch(request, env, context) {
  const url = new URL(request.url);
  if (url.pathname === '${paths.clock}') { ahead = Number(url.searchParams.get('ahead')); return new Response(); }
  if (url.pathname !== '${paths.cron}') return app.fetch(request, env, context);
  await app.scheduled({ scheduledTime: Number(url.searchParams.get('now')), cron: '', noRetry() {} }, env, context);
  return new Response();
} };
`,
  }
}
