import type { D1Database } from '@cloudflare/workers-types'
import { windowSize } from '#features/nearby/contract.ts'
import { origin, signIn, startApp } from '../app.ts'
import { WORKER_DIR } from '../app-build.ts'
import { median } from '../compare.ts'
import { populate } from '../d1/population.ts'
import type { Figure } from '../report.ts'

const MEMBERS = 100_000
/** Age, distance and intent. */
const PATH = '/people-nearby?ageMin=25&ageMax=45&within=25&intent=dating,relationship'
/** Each of them lives in a city of thousands. */
const VIEWERS = ['anna@demo.test', 'ben@demo.test', 'olena@demo.test', 'piotr@demo.test', 'elif@demo.test']
const ROUNDS = 30
const MAX_MS = 5
/** Rows read per person of a window: people whom the filters skip, the person's own rows, and the look-ups about the two. */
const MAX_ROWS_EACH = 25

/** D1's figures for one statement; `duration` in ms. */
type Meta = { duration: number; rows_read: number }

/** The first page of people nearby among 100,000: D1's own figures for the page's one batch. */
export async function measurePeopleNearby(workDir: string): Promise<Figure[]> {
  await using app = await startApp(workDir, { entry: tellingEntry() })
  await populate((await app.miniflare.getD1Database('DB')) as unknown as D1Database, MEMBERS)
  const batches: Meta[][] = []
  for (const email of VIEWERS) {
    const cookie = await signIn(app, email)
    await openPage(app.port, cookie)
    for (let round = 0; round < ROUNDS; round++) batches.push(await openPage(app.port, cookie))
  }
  const timeMs = median(batches.map((batch) => sumOf(batch, 'duration')))
  const rows = median(batches.map((batch) => sumOf(batch, 'rows_read')))
  return [
    {
      what: `D1 time of the first page of people nearby with three filters, among ${MEMBERS.toLocaleString('en')} members`,
      measured: `${timeMs.toFixed(1)} ms`,
      target: `≤ ${MAX_MS} ms`,
      met: timeMs <= MAX_MS,
    },
    {
      what: `Rows that it reads for a window of ${windowSize}`,
      measured: `${rows.toLocaleString('en')} (${(rows / windowSize).toFixed(1)} each)`,
      target: `≤ ${MAX_ROWS_EACH} each`,
      met: rows <= MAX_ROWS_EACH * windowSize,
    },
  ]
}

/** Opens the page as its member; returns D1's figures for the statements. */
async function openPage(port: number, cookie: string): Promise<Meta[]> {
  const page = await fetch(`${origin({ port })}${PATH}`, { headers: { Cookie: cookie } })
  if (page.status !== 200) throw new Error(`${PATH} answered ${page.status}`)
  await page.text()
  const told = await fetch(`${origin({ port })}/bench-told`)
  const [batch] = (await told.json()) as Meta[][]
  if (!batch) throw new Error('The page asked the database nothing')
  return batch
}

const sumOf = (batch: readonly Meta[], field: keyof Meta) => batch.reduce((sum, meta) => sum + meta[field], 0)

/**
 * The app with one more URL: `/bench-told` returns D1's figures for the batches since the last call. The rest is the built code.
 */
function tellingEntry() {
  return {
    path: `${WORKER_DIR}/telling.js`,
    contents: `import app from './index.js';
export * from './index.js';
let told = [];
const tell = (db) => new Proxy(db, { get(target, name) {
  const value = Reflect.get(target, name);
  if (typeof value !== 'function') return value;
  if (name !== 'batch') return value.bind(target);
  return async (statements) => {
    const results = await target.batch(statements);
    told.push(results.map(({ meta }) => ({ duration: meta.duration, rows_read: meta.rows_read })));
    return results;
  };
} });
export default { ...app, fetch(request, env, context) {
  if (new URL(request.url).pathname === '/bench-told') return Response.json(told.splice(0));
  return app.fetch(request, { ...env, DB: tell(env.DB) }, context);
} };
`,
  }
}
