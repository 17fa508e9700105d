import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { V4WorkerOptions } from 'miniflare'
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from 'wrangler'
import { localLimits, type RateLimits } from '../server/limits.ts'
import { migrate } from '../server/migrate.ts'
import { seed } from '../server/seed.ts'
import { readWorkerModules } from '../server/worker-modules.ts'
import { requireAppBuild, WORKER_DIR } from './app-build.ts'
import { startMiniflare, type RunningWorker } from './miniflare.ts'

const DEMO_PASSWORD = 'kismet-demo-1'
/** A few members, all at one address, send far more requests here than people would. */
const LIMITS_FACTOR = 10_000

type AppOptions = {
  /** Also serves the built client files, through Miniflare's asset workers. Meant for browsers, not for measuring speed. */
  withAssets?: boolean
  /** Replaces the worker's entry, see `slowHubEntry`. */
  entry?: { path: string; contents: string }
  /** Receives the worker's output instead of the terminal. */
  onLog?: (line: string) => void
  /** Bindings in addition to those of wrangler.toml. */
  vars?: Record<string, string>
}

/** `secret` signs the app's tokens; `vars` are those of wrangler.toml. */
export type RunningApp = RunningWorker & { secret: string; vars: Record<string, string> }

/**
 * The production build without a proxy in front. Its database is migrated and seeded at the first start in `workDir` and reused
 * by later starts.
 */
export async function startApp(workDir: string, options: AppOptions = {}): Promise<RunningApp> {
  const stateDir = join(workDir, 'state')
  const isPrepared = existsSync(stateDir)
  const app = await startEmptyApp(stateDir, options)
  if (!isPrepared) {
    await migrate(app.miniflare)
    await seed(origin(app), app.secret)
  }
  return app
}

/** As `startApp`, on the database in `stateDir`, which has no tables at first. */
export async function startEmptyApp(stateDir: string, options: AppOptions = {}): Promise<RunningApp> {
  requireAppBuild()
  const config = unstable_readConfig({ config: join(WORKER_DIR, 'wrangler.json') }, { hideWarnings: true })
  const { workerOptions } = unstable_getMiniflareWorkerOptions(config)
  // Without `assets`, Miniflare puts no router in front of the worker; in production there is none in our isolate either.
  const { assets, modulesRules: _rules, ratelimits, bindings, ...worker } = workerOptions
  const vars = bindings as Record<string, string>
  const secret = randomBytes(32).toString('base64url')
  const app = await startMiniflare(
    {
      ...worker,
      ...(options.withAssets ? { assets: assets as V4WorkerOptions['assets'] } : {}),
      ...(await workerModules(config.main ?? 'index.js', options.entry)),
      bindings: { ...vars, ...options.vars, SESSION_SECRET: secret, LIMITS_FACTOR: String(LIMITS_FACTOR) },
      ratelimits: localLimits((ratelimits ?? {}) as RateLimits, LIMITS_FACTOR),
    },
    { persistTo: stateDir, onLog: options.onLog },
  )
  return Object.assign(app, { secret, vars })
}

async function workerModules(main: string, entry?: { path: string; contents: string }) {
  const built = await readWorkerModules(WORKER_DIR, main)
  if (!entry) return built
  return { ...built, modules: [{ type: 'ESModule' as const, ...entry }, ...built.modules] }
}

export function origin({ port }: { port: number }): string {
  return `http://localhost:${port}`
}

/** Signs a demo member in and returns the `Cookie` header of their browser. */
export async function signIn(app: RunningWorker, email = 'anna@demo.test'): Promise<string> {
  const response = await fetch(`${origin(app)}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', Origin: origin(app) },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  })
  if (!response.ok) throw new Error(`Signing in failed with ${response.status}: ${await response.text()}`)
  await response.arrayBuffer()
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
