import * as v from 'valibot'
import { href } from '#shared/routing/href.ts'
import { loginRoute } from '#shared/routing/routes.ts'
import type { Counted, Platform } from './platform.ts'

/**
 * A release that is uploaded and does not receive requests yet. `build`: the build's id; `counters`: the data set in which the
 * worker counts its requests, or null if it counts none.
 */
export type Release = {
  script: string
  version: string
  build: string
  counters: string | null
  origin: string
  healthKey: string
}

/** How long the new version is watched, and how often. `wait` ends early when `stop` is aborted. Only tests use other times. */
export type Watch = {
  forMs: number
  everyMs: number
  now: () => number
  wait: (ms: number, stop: AbortSignal) => Promise<unknown>
}

/** Share of failed requests above which the release is rolled back. */
const mostFailed = 0.01
/** From this many failed requests on, the rate is meaningful. */
const fewestFailed = 5

/**
 * Gives the new version one request in ten, watches it, and then gives it all; or gives everything back to the previous version
 * and throws the reason. It also does so if the platform's API fails in between, or `stop` is aborted.
 */
export async function release(
  platform: Platform,
  it: Release,
  watch: Watch,
  say: (line: string) => void,
  stop: AbortSignal,
): Promise<void> {
  const before = await requireOneVersion(platform, it.script)
  stop.throwIfAborted()
  try {
    const startedAt = watch.now()
    await platform.share(it.script, [
      { version_id: before, percentage: 90 },
      { version_id: it.version, percentage: 10 },
    ])
    say(`10 %: ${it.version}`)
    const unseen = await watchNew(platform, it, watch, startedAt, say, stop)
    await platform.share(it.script, [{ version_id: it.version, percentage: 100 }])
    say(
      `100 %: ${it.version}${unseen ? `, though nobody knows how many of its answers had status 500 and above: ${unseen}` : ''}`,
    )
  } catch (error) {
    const reason = stop.aborted ? stop.reason : error
    await goBack(platform, it.script, before, reason)
    say(`Back to ${before}`)
    throw reason
  }
}

/** Throws if the new version fails, and returns why its answers could not be judged to the end, or null. */
async function watchNew(
  platform: Platform,
  it: Release,
  watch: Watch,
  startedAt: number,
  say: (line: string) => void,
  stop: AbortSignal,
): Promise<string | null> {
  const since = new Date(startedAt)
  let unseen: string | null = null
  for (;;) {
    stop.throwIfAborted()
    await smokeTest(it, stop)
    requireFewFailed(
      await platform.countExceptions(it.script, it.version, since),
      'requests to the new version ended in an exception',
    )
    const reason = await judgeAnswers(platform, it, since)
    if (reason && reason !== unseen) say(`Answers with status 500 and above are not seen: ${reason}`)
    unseen = reason
    stop.throwIfAborted()
    if (watch.now() - startedAt >= watch.forMs) return unseen
    await watch.wait(watch.everyMs, stop)
  }
}

/**
 * Throws if too many answers of the new build had status 500 or above, and returns why that could not be determined, or null. The
 * worker handles almost every exception itself, so the platform counts few of them.
 */
async function judgeAnswers(platform: Platform, { counters, build }: Release, since: Date): Promise<string | null> {
  if (counters === null) return 'no data set is bound as COUNTERS'
  const counted = await platform.countAnswers(counters, build, since).catch((error: unknown) => String(error))
  if (typeof counted === 'string') return counted
  requireFewFailed(counted, 'answers of the new build had status 500 or above')
  return counted.requests > 0 ? null : `${counters} has no request of build ${build} yet`
}

function requireFewFailed({ requests, failed }: Counted, what: string): void {
  if (failed >= fewestFailed && failed > requests * mostFailed) throw new Error(`${failed} of ${requests} ${what}`)
}

/**
 * Does `work`, whose signal is aborted when this process is asked to stop (Ctrl-C, the end of its terminal or machine). The
 * process continues until `work` has finished; a second Ctrl-C does not end it either.
 */
export async function untilStopped<Result>(work: (stop: AbortSignal) => Promise<Result>): Promise<Result> {
  const stopping = new AbortController()
  const stop = (signal: NodeJS.Signals) => stopping.abort(new Error(`Stopped by ${signal}`))
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, stop)
  try {
    return await work(stopping.signal)
  } finally {
    for (const signal of signals) process.off(signal, stop)
  }
}

/**
 * Checks once a version that was released to everyone, and throws with what to do. It cannot be rolled back, because the platform
 * accepts no version from before a new class of objects.
 */
export async function requireWorks(it: Pick<Release, 'script' | 'origin' | 'healthKey'>): Promise<void> {
  try {
    await smokeTest({ ...it, version: null })
  } catch (error) {
    const lines = [
      `${it.script} went out whole, and ${it.origin} fails: ${error instanceof Error ? error.message : String(error)}`,
      'A new address answers some minutes after its first release only: open it again before anything else.',
      `Else look for the cause: npm exec -- wrangler tail ${it.script} --search request-failed, and /healthz?deep with the HEALTH_KEY.`,
      'There is no way back past a new class of objects: revert what fails, keep the class and its [[migrations]] in wrangler.toml, and deploy again.',
    ]
    throw new Error(lines.join('\n'), { cause: error })
  }
}

/** Gives everything back to the previous version. `reason` is why; if this fails too, it is thrown with the failure. */
async function goBack(platform: Platform, script: string, before: string, reason: unknown): Promise<void> {
  try {
    await platform.share(script, [{ version_id: before, percentage: 100 }])
  } catch (failure) {
    const cure = `npm exec -- wrangler versions deploy ${before}@100 --name ${script}`
    throw new AggregateError([reason, failure], `Two versions of ${script} still answer, and the way back failed: ${cure}`, {
      cause: failure,
    })
  }
}

/** A release that starts while two versions are live would not know which one to go back to. */
async function requireOneVersion(platform: Platform, script: string): Promise<string> {
  const shares = await platform.findShares(script)
  const [only] = shares
  if (!only || shares.length !== 1)
    throw new Error(`${script} has ${shares.length} versions that answer; give one of them 100 % first`)
  return only.version_id
}

/** Sends requests to one version, or with null to whichever answers: for its stores, two pages and a script. */
export async function smokeTest(
  { script, version, origin, healthKey }: Pick<Release, 'script' | 'origin' | 'healthKey'> & { version: string | null },
  stop?: AbortSignal,
): Promise<void> {
  const override = version === null ? {} : { 'Cloudflare-Workers-Version-Overrides': `${script}="${version}"` }
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(new URL(path, origin), {
      headers: { ...headers, ...override },
      signal: AbortSignal.any([AbortSignal.timeout(10_000), ...(stop ? [stop] : [])]),
    })
    if (!response.ok) throw new Error(`The smoke test got ${response.status} from ${path}`)
    return response.text()
  }
  await get('/healthz?deep', { Authorization: `Bearer ${healthKey}` })
  const home = await get('/')
  await get(href(loginRoute, {}, { locale: 'en' }))
  const asset = /(?:src|href)="(\/assets\/[^"]+)"/.exec(home)?.[1]
  if (!asset) throw new Error('The smoke test found no asset on the home page')
  await get(asset)
}

/** Whether the platform lacks a class of objects of this release. `published`: the newest migration that it has. */
export function mustGoOutWhole(published: string | null, migrations: readonly { tag: string }[]): boolean {
  return published === null || published !== migrations.at(-1)?.tag
}

const uploaded = v.object({ type: v.literal('version-upload'), version_id: v.string() })

/** The id of the uploaded version in wrangler's output, which is one JSON object a line. */
export function uploadedVersion(output: string): string {
  for (const line of output.trim().split('\n')) {
    const parsed = v.safeParse(uploaded, JSON.parse(line))
    if (parsed.success) return parsed.output.version_id
  }
  throw new Error('wrangler named no version that it uploaded')
}
