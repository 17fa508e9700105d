import { readFileSync, rmSync } from 'node:fs'
import { requireOperator } from '#server/env.ts'
import { buildStampFile } from '../server/build.ts'
import { run } from '../server/run.ts'
import { builtConfig, commandLine, deploymentSteps, requireBuiltFor, requireTarget, type Step } from './steps.ts'

/**
 * `npm run deploy -- staging` or `production`, with `--dry-run` to print the commands alone (docs/operations.md). The
 * environment is not touched before the build was found to be its own, with an operator's name and address.
 */
const isDryRun = process.argv.includes('--dry-run')
const target = requireTarget(process.argv.slice(2).find((argument) => !argument.startsWith('--')))

for (const step of deploymentSteps(target)) {
  console.log(`${step.what}: ${commandLine(step)}`)
  if (!isDryRun) await runStep(step)
}

async function runStep({ what, command, args, env }: Step): Promise<void> {
  // `npm start` would take the build of another environment for its own.
  if (what === 'Build') rmSync(buildStampFile, { force: true })
  await run(command, args, env)
  if (what !== 'Build') return
  const built = JSON.parse(readFileSync(builtConfig, 'utf8'))
  requireBuiltFor(target, built)
  requireOperator(built.vars)
}
