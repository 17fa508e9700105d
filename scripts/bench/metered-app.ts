import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { WORKER_DIR } from './app-build.ts'
import { origin, startApp, type RunningApp } from './app.ts'
import { sumOf, type Asked } from './d1/meter.ts'

export type MeteredApp = RunningApp & {
  /** Returns the D1 cost of the worker and its objects since the last call; waits until they are idle. */
  take: () => Promise<Asked[]>
  /** Runs the cron and waits for its end. */
  cron: (now: number) => Promise<void>
}

const quietMs = 200
const paths = { asked: '/bench-asked', cron: '/bench-cron' }

/** The production build, seeded, with counters for the D1 queries of its worker and objects. */
export async function startMeteredApp(workDir: string): Promise<MeteredApp> {
  const app = await startApp(workDir, { entry: meteringEntry(), onLog: () => {} })
  const ask = async (path: string) => {
    const response = await fetch(origin(app) + path)
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    return response.json()
  }
  return Object.assign(app, {
    async take() {
      const asked: Asked[] = []
      for (let isQuiet = false; !isQuiet;) {
        await sleep(quietMs)
        const more = (await ask(paths.asked)) as Asked[]
        asked.push(...more)
        isQuiet = more.length === 0
      }
      return asked
    },
    async cron(now: number) {
      await ask(`${paths.cron}?now=${now}`)
    },
  })
}

/** The cost of a request and of everything that it causes. */
export async function measure(app: MeteredApp, request: () => Promise<unknown>): Promise<Asked> {
  await app.take()
  await request()
  return sumOf(await app.take())
}

function meteringEntry() {
  const meter = stripTypeScriptTypes(readFileSync(join(import.meta.dirname, 'd1/meter.ts'), 'utf8'))
  return {
    path: `${WORKER_DIR}/metering.js`,
    contents: `import app, * as built from './index.js';
${meter.replaceAll('export ', '')}
let asked = [];
const meter = (env) => ({ ...env, DB: meteredDatabase(env.DB, (reading) => asked.push(reading)) });
export class MemberHub extends built.MemberHub { constructor(state, env) { super(state, meter(env)); } }
export class Conversation extends built.Conversation { constructor(state, env) { super(state, meter(env)); } }
export class Area extends built.Area { constructor(state, env) { super(state, meter(env)); } }
export default { ...app, async fetch(request, env, context) {
  const url = new URL(request.url);
  if (url.pathname === '${paths.asked}') return Response.json(asked.splice(0));
  if (url.pathname !== '${paths.cron}') return app.fetch(request, meter(env), context);
  await app.scheduled({ scheduledTime: Number(url.searchParams.get('now')), cron: '', noRetry() {} }, meter(env), context);
  return Response.json(null);
} };
`,
  }
}
