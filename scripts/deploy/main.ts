import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { requireOperator } from '#server/env.ts'
import { buildStampFile } from '../server/build.ts'
import { run } from '../server/run.ts'
import { Platform } from './platform.ts'
import { mustGoOutWhole, release, uploadedVersion } from './release.ts'
import {
  builtConfig,
  commandLine,
  deploymentSteps,
  nameOf,
  requireBuiltFor,
  requireTarget,
  triggersStep,
  uploadStep,
  wholeStep,
  type Step,
} from './steps.ts'

/**
 * `npm run deploy -- staging` or `production`, with `--dry-run` to print the commands alone (docs/operations.md). The
 * environment is not touched before the build was found to be its own, with an operator's name and address.
 */
const isDryRun = process.argv.includes('--dry-run')
const target = requireTarget(process.argv.slice(2).find((argument) => !argument.startsWith('--')))
const script = nameOf(target)
const outputFile = join(isDryRun ? tmpdir() : mkdtempSync(join(tmpdir(), 'kismet-deploy-')), 'uploaded.json')

const builtSchema = v.object({
  vars: v.object({ PUBLIC_ORIGIN: v.string() }),
  migrations: v.array(v.object({ tag: v.string() })),
})

if (isDryRun) printSteps()
else await deploy()

function printSteps(): void {
  const shown = [...deploymentSteps(target), uploadStep(outputFile)]
  for (const step of shown) console.log(`${step.what}: ${commandLine(step)}`)
  console.log(`Release: 10 % of ${script}, smoke test and errors for 5 minutes, 100 % or back`)
  console.log(`${triggersStep.what}: ${commandLine(triggersStep)}`)
  console.log(`With a new class of objects, in place of the last three: ${commandLine(wholeStep)}`)
}

async function deploy(): Promise<void> {
  const platform = new Platform(
    process.env['CLOUDFLARE_API_BASE_URL'] ?? 'https://api.cloudflare.com/client/v4',
    requireSetting('CLOUDFLARE_ACCOUNT_ID'),
    requireSetting('CLOUDFLARE_API_TOKEN'),
  )
  const healthKey = requireSetting('HEALTH_KEY')
  for (const step of deploymentSteps(target)) await runStep(step)
  const { vars, migrations } = v.parse(builtSchema, JSON.parse(readFileSync(builtConfig, 'utf8')))
  if (mustGoOutWhole(await platform.findMigrationTag(script), migrations)) {
    console.log('This release has a new class of objects, so it goes out all at once, without a watch and a way back.')
    return runStep(wholeStep)
  }
  await runStep(uploadStep(outputFile))
  const version = uploadedVersion(readFileSync(outputFile, 'utf8'))
  const watch = { forMs: 5 * 60_000, everyMs: 20_000, now: Date.now, wait: (ms: number) => wait(ms) }
  await release(platform, { script, version, origin: vars.PUBLIC_ORIGIN, healthKey }, watch, console.log)
  await runStep(triggersStep)
}

function requireSetting(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`Set ${name} (docs/operations.md, 'Deploying')`)
  return value
}

async function runStep(step: Step): Promise<void> {
  const { what, command, args, env } = step
  console.log(`${what}: ${commandLine(step)}`)
  // `npm start` would take the build of another environment for its own.
  if (what === 'Build') rmSync(buildStampFile, { force: true })
  await run(command, args, env)
  if (what !== 'Build') return
  const built = JSON.parse(readFileSync(builtConfig, 'utf8'))
  requireBuiltFor(target, built)
  requireOperator(built.vars)
}
