import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { countPlaywright } from './counts.ts'
import { withMessage } from '../server/run.ts'

/**
 * Writes the results in Playwright's report into the summary of a workflow run (`GITHUB_STEP_SUMMARY`), or prints them: how many
 * tests passed, and each that passed only when it was run again. Without a report, the run has stopped before any test.
 */
await withMessage(() => {
  const [report = ''] = process.argv.slice(2)
  const lines = existsSync(report) ? summarise(JSON.parse(readFileSync(report, 'utf8'))) : ['No browser test was run.']
  const summary = process.env['GITHUB_STEP_SUMMARY']
  if (summary) appendFileSync(summary, `${lines.join('\n')}\n`)
  else console.log(lines.join('\n'))
}, 'The report is not one of Playwright’s: its run says why.')

function summarise(json: unknown): string[] {
  const { passed, failed, retried } = countPlaywright(json)
  return [
    `${passed} browser tests passed, ${failed} failed`,
    ...retried.map((name) => `- passed only when it was run again: ${name}`),
  ]
}
