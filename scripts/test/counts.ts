import { relative } from 'node:path'
import * as v from 'valibot'

/** `failures`: one name for each failure. `retried`: names of tests that passed only when they were run again. */
export type Counts = { passed: number; failed: number; failures: string[]; retried: string[] }

export const noCounts: Counts = { passed: 0, failed: 0, failures: [], retried: [] }

/** One failure of something other than a test. */
export const failure = (name: string): Counts => ({ ...noCounts, failed: 1, failures: [name] })

const vitestReport = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.picklist(['passed', 'failed']),
      assertionResults: v.array(v.object({ status: v.string(), fullName: v.string() })),
    }),
  ),
})

/** Reads the report of vitest's reporter `json`; a test file that could not run counts as one failure. */
export function countVitest(report: unknown): Counts {
  const files = v.parse(vitestReport, report).testResults
  return sum(
    files.map(({ name, status, assertionResults }) => {
      const file = relative(process.cwd(), name)
      const passed = assertionResults.filter((test) => test.status === 'passed').length
      const failures = assertionResults.filter((test) => test.status === 'failed').map((test) => `${file}: ${test.fullName}`)
      if (status === 'failed' && failures.length === 0) failures.push(`${file} did not run to its end`)
      return { passed, failed: failures.length, failures, retried: [] }
    }),
  )
}

const playwrightTest = v.object({
  status: v.picklist(['expected', 'unexpected', 'flaky', 'skipped']),
  expectedStatus: v.string(),
  results: v.array(v.unknown()),
})

type Suite = {
  specs: { title: string; file: string; tests: v.InferOutput<typeof playwrightTest>[] }[]
  suites?: Suite[] | undefined
}

const playwrightSuite: v.GenericSchema<Suite> = v.object({
  specs: v.array(v.object({ title: v.string(), file: v.string(), tests: v.array(playwrightTest) })),
  suites: v.optional(v.array(v.lazy(() => playwrightSuite))),
})

/** `errors`: failures outside of tests, such as a file that cannot be loaded. */
const playwrightReport = v.object({ suites: v.array(playwrightSuite), errors: v.array(v.unknown()) })

/** Reads the report of Playwright's reporter `json`; a flaky test counts as passed, a test that did not run as failed. */
export function countPlaywright(report: unknown): Counts {
  const { suites, errors } = v.parse(playwrightReport, report)
  return sum([...errors.map(() => failure('Playwright, outside of its tests')), ...suites.map(countSuite)])
}

function countSuite({ specs, suites = [] }: Suite): Counts {
  const tests = specs.flatMap(({ title, file, tests: runs }) => runs.map((each) => ({ ...each, name: `${file}: ${title}` })))
  return sum([
    ...tests.map(({ name, status, expectedStatus, results }) => {
      const passed = status === 'expected' || status === 'flaky'
      const wasSkipped = status === 'skipped' && expectedStatus === 'skipped' && results.length > 0
      const failed = !passed && !wasSkipped
      return {
        passed: Number(passed),
        failed: Number(failed),
        failures: failed ? [name] : [],
        retried: status === 'flaky' ? [name] : [],
      }
    }),
    ...suites.map(countSuite),
  ])
}

export function sum(counts: readonly Counts[]): Counts {
  return {
    passed: counts.reduce((total, { passed }) => total + passed, 0),
    failed: counts.reduce((total, { failed }) => total + failed, 0),
    failures: counts.flatMap(({ failures }) => failures),
    retried: counts.flatMap(({ retried }) => retried),
  }
}
