import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { requireOperator } from '#server/env.ts'
import { run, runQuietly, withMessage } from '../server/run.ts'
import { Bucket } from './bucket.ts'
import { dropStaleBuilds, keepBuild, readBuiltFiles } from './kept-builds.ts'
import { Platform } from './platform.ts'
import { describeResource, listResources, readConfig } from './resources.ts'
import { mustGoOutWhole, release, requireWorks, untilStopped, uploadedVersion } from './release.ts'
import {
  buildsBucketOf,
  builtConfig,
  commandLine,
  deploymentSteps,
  keptFileSteps,
  nameOf,
  requireBuiltFor,
  requireTarget,
  setupSteps,
  staleFileStep,
  triggersStep,
  uploadStep,
  wholeStep,
  type Step,
  type Target,
} from './steps.ts'

/**
 * `npm run deploy -- staging` or `production`, with `--dry-run` to print the commands only (docs/operations/deploy.md). The
 * environment is not touched until the build is confirmed to be its own, with an operator's name and address.
 */
const isDryRun = process.argv.includes('--dry-run')
const outputFile = join(isDryRun ? tmpdir() : mkdtempSync(join(tmpdir(), 'kismet-deploy-')), 'uploaded.json')

const builtSchema = v.object({
  vars: v.object({ PUBLIC_ORIGIN: v.string() }),
  analytics_engine_datasets: v.optional(v.array(v.object({ binding: v.string(), dataset: v.optional(v.string()) })), []),
  migrations: v.array(v.object({ tag: v.string() })),
})

await withMessage(() => {
  const target = requireTarget(process.argv.slice(2).find((argument) => !argument.startsWith('--')))
  return isDryRun ? printSteps(target) : deploy(target)
})

function printSteps(target: Target): void {
  const script = nameOf(target)
  for (const resource of listResources(readConfig(target))) console.log(`Leads to: ${describeResource(resource)}`)
  const shown = [...setupSteps(target), ...deploymentSteps(target), ...keptFileSteps(target), uploadStep(outputFile)]
  for (const step of shown) console.log(`${step.what}: ${commandLine(step)}`)
  console.log(`Release: 10 % of ${script}, smoke test and errors for 5 minutes, 100 % or back`)
  for (const step of [triggersStep, staleFileStep(target)]) console.log(`${step.what}: ${commandLine(step)}`)
  console.log(`With a new class of objects, in place of upload, release and timer: ${commandLine(wholeStep)}`)
  console.log('Then: one smoke test')
}

async function deploy(target: Target): Promise<void> {
  const script = nameOf(target)
  const api = process.env['CLOUDFLARE_API_BASE_URL'] ?? 'https://api.cloudflare.com/client/v4'
  const [account, token] = [requireSetting('CLOUDFLARE_ACCOUNT_ID'), requireSetting('CLOUDFLARE_API_TOKEN')]
  const platform = new Platform(api, account, token)
  const bucket = new Bucket(api, { account, ...buildsBucketOf(target) }, token)
  const healthKey = requireSetting('HEALTH_KEY')
  for (const step of deploymentSteps(target)) await runStep(step, target)
  const {
    vars,
    migrations,
    analytics_engine_datasets: sets,
  } = v.parse(builtSchema, JSON.parse(readFileSync(builtConfig, 'utf8')))
  const built = await readBuiltFiles('dist')
  await keepBuild(bucket, built, console.log)
  const site = { script, origin: vars.PUBLIC_ORIGIN, healthKey }
  const isWhole = mustGoOutWhole(await platform.findMigrationTag(script), migrations)
  if (isWhole) {
    console.log('This release has a new class of objects, so it goes out all at once, without a watch and a way back.')
    await runStep(wholeStep, target)
  } else {
    await runStep(uploadStep(outputFile), target)
    const version = uploadedVersion(readFileSync(outputFile, 'utf8'))
    const [counters = null] = sets.flatMap(({ binding, dataset = binding }) => (binding === 'COUNTERS' ? dataset : []))
    const uploaded = { ...site, version, build: built.id, counters }
    const pause = (ms: number, stop: AbortSignal) => wait(ms, undefined, { signal: stop })
    const watch = { forMs: 5 * 60_000, everyMs: 20_000, now: Date.now, wait: pause }
    await untilStopped((stop) => release(platform, uploaded, watch, console.log, stop))
    await runStep(triggersStep, target)
  }
  await dropStaleBuilds(bucket, built.id, console.log)
  // Last, because the build is released, whatever this finds.
  if (isWhole) await requireWorks(site)
}

function requireSetting(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`Set ${name} (docs/operations/deploy.md, 'Deploying')`)
  return value
}

async function runStep(step: Step, target: Target): Promise<void> {
  const { what, command, args, env } = step
  console.log(`${what}: ${commandLine(step)}`)
  // wrangler prints a table of all migrations for each of them.
  await (what === 'Tables' ? runQuietly(command, args, env) : run(command, args, env))
  if (what !== 'Build') return
  const built = JSON.parse(readFileSync(builtConfig, 'utf8'))
  requireBuiltFor(target, built)
  requireOperator(built.vars)
}
