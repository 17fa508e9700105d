import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from 'wrangler'
import { migrate } from '../server/migrate.ts'
import { seed } from '../server/seed.ts'
import { readWorkerModules } from '../server/worker-modules.ts'
import { requireAppBuild, WORKER_DIR } from './app-build.ts'
import { startMiniflare, type RunningWorker } from './miniflare.ts'

const DEMO_LOGIN = { email: 'anna@demo.test', password: 'kismet-demo-1' }
/** One address sends everything here, far more than a person would. */
const NO_LIMIT = 1_000_000_000

/** The production build with a database of its own, migrated and seeded, reached without a proxy in between. */
export async function startApp(workDir: string): Promise<RunningWorker> {
  requireAppBuild()
  const config = unstable_readConfig({ config: join(WORKER_DIR, 'wrangler.json') }, { hideWarnings: true })
  const { workerOptions } = unstable_getMiniflareWorkerOptions(config)
  // Without `assets` Miniflare puts no router in front of the worker, as there is none in our isolate in production.
  const { assets: _assets, modulesRules: _rules, ratelimits, bindings, ...worker } = workerOptions
  const secret = randomBytes(32).toString('base64url')
  const app = await startMiniflare(
    {
      ...worker,
      ...(await readWorkerModules(WORKER_DIR, config.main ?? 'index.js')),
      bindings: { ...(bindings as Record<string, string>), SESSION_SECRET: secret },
      ratelimits: withoutLimits((ratelimits ?? {}) as RateLimits),
    },
    join(workDir, 'state'),
  )
  await migrate(app.miniflare)
  await seed(origin(app), secret)
  return app
}

export function origin({ port }: { port: number }): string {
  return `http://localhost:${port}`
}

/** Signs a demo member in and gives the `Cookie` header of their browser. */
export async function signIn(app: RunningWorker): Promise<string> {
  const response = await fetch(`${origin(app)}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', Origin: origin(app) },
    body: JSON.stringify(DEMO_LOGIN),
  })
  if (!response.ok) throw new Error(`Signing in failed with ${response.status}: ${await response.text()}`)
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

type RateLimits = Record<string, { namespace_id: string; simple: { limit: number; period?: 10 | 60 } }>

function withoutLimits(limits: RateLimits): RateLimits {
  const entries = Object.entries(limits)
  return Object.fromEntries(
    entries.map(([name, limit]) => [name, { ...limit, simple: { ...limit.simple, limit: NO_LIMIT } }]),
  )
}
