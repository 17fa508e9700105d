import * as v from 'valibot'
import { href } from '#shared/routing/href.ts'
import { loginRoute } from '#shared/routing/routes.ts'
import type { Platform } from './platform.ts'

/** A release that is uploaded and answers nobody yet. */
export type Release = { script: string; version: string; origin: string; healthKey: string }

/** How long the new version is watched, and how often. Only tests have other times. */
export type Watch = { forMs: number; everyMs: number; now: () => number; wait: (ms: number) => Promise<void> }

/** Requests that ended in an exception, of all; more than that sends the release back. */
const mostErrors = 0.01
/** From so many failed requests on the rate says something. */
const fewestErrors = 5

/**
 * Shows the new version to one request in ten, watches it, and gives it all; or gives everything back to the version before
 * and throws the reason. Also when the platform's API fails in between.
 */
export async function release(platform: Platform, it: Release, watch: Watch, say: (line: string) => void): Promise<void> {
  const before = await requireOneVersion(platform, it.script)
  const startedAt = watch.now()
  try {
    await platform.share(it.script, [
      { version_id: before, percentage: 90 },
      { version_id: it.version, percentage: 10 },
    ])
    say(`10 %: ${it.version}`)
    do {
      await smokeTest(it)
      await requireFewErrors(platform, it, new Date(startedAt))
      await watch.wait(watch.everyMs)
    } while (watch.now() - startedAt < watch.forMs)
    await platform.share(it.script, [{ version_id: it.version, percentage: 100 }])
    say(`100 %: ${it.version}`)
  } catch (error) {
    await goBack(platform, it.script, before, error)
    say(`Back to ${before}`)
    throw error
  }
}

/** Gives the version before everything again. `reason` is why; it is thrown with the failure where this fails, too. */
async function goBack(platform: Platform, script: string, before: string, reason: unknown): Promise<void> {
  try {
    await platform.share(script, [{ version_id: before, percentage: 100 }])
  } catch (failure) {
    const cure = `wrangler versions deploy ${before}@100 --name ${script}`
    throw new AggregateError([reason, failure], `Two versions of ${script} still answer, and the way back failed: ${cure}`, {
      cause: failure,
    })
  }
}

/** A release that begins between two versions would not know its way back. */
async function requireOneVersion(platform: Platform, script: string): Promise<string> {
  const shares = await platform.findShares(script)
  const [only] = shares
  if (!only || shares.length !== 1)
    throw new Error(`${script} has ${shares.length} versions that answer; give one of them 100 % first`)
  return only.version_id
}

/** Asks the new version itself for its stores, two pages and a script. */
export async function smokeTest({ script, version, origin, healthKey }: Release): Promise<void> {
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(new URL(path, origin), {
      headers: { ...headers, 'Cloudflare-Workers-Version-Overrides': `${script}="${version}"` },
      signal: AbortSignal.timeout(10_000),
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

async function requireFewErrors(platform: Platform, { script, version }: Release, since: Date): Promise<void> {
  const { requests, errors } = await platform.count(script, version, since)
  if (errors >= fewestErrors && errors > requests * mostErrors)
    throw new Error(`${errors} of ${requests} requests to the new version failed`)
}

/** Whether the platform lacks a class of objects of this release. `published`: the newest migration that it has. */
export function mustGoOutWhole(published: string | null, migrations: readonly { tag: string }[]): boolean {
  return published === null || published !== migrations.at(-1)?.tag
}

const uploaded = v.object({ type: v.literal('version-upload'), version_id: v.string() })

/** The id of the uploaded version in what wrangler wrote: one JSON object a line. */
export function uploadedVersion(output: string): string {
  for (const line of output.trim().split('\n')) {
    const parsed = v.safeParse(uploaded, JSON.parse(line))
    if (parsed.success) return parsed.output.version_id
  }
  throw new Error('wrangler named no version that it uploaded')
}
