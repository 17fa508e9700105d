import * as v from 'valibot'

export type Counts = { passed: number; failed: number }

const vitestReport = v.object({
  testResults: v.array(
    v.object({
      status: v.picklist(['passed', 'failed']),
      assertionResults: v.array(v.object({ status: v.string() })),
    }),
  ),
})

/** Reads the report of vitest's reporter `json`; a test file that could not run counts as one failure. */
export function countVitest(report: unknown): Counts {
  const files = v.parse(vitestReport, report).testResults
  return sum(
    files.map(({ status, assertionResults }) => {
      const number = (wanted: string) => assertionResults.filter((test) => test.status === wanted).length
      return { passed: number('passed'), failed: number('failed') || Number(status === 'failed') }
    }),
  )
}

const playwrightTest = v.object({
  status: v.picklist(['expected', 'unexpected', 'flaky', 'skipped']),
  expectedStatus: v.string(),
  results: v.array(v.unknown()),
})

type Suite = { specs: { tests: v.InferOutput<typeof playwrightTest>[] }[]; suites?: Suite[] | undefined }

const playwrightSuite: v.GenericSchema<Suite> = v.object({
  specs: v.array(v.object({ tests: v.array(playwrightTest) })),
  suites: v.optional(v.array(v.lazy(() => playwrightSuite))),
})

/** `errors`: failures outside of tests, such as a file that cannot be loaded. */
const playwrightReport = v.object({ suites: v.array(playwrightSuite), errors: v.array(v.unknown()) })

/** Reads the report of Playwright's reporter `json`; a flaky test passed, a test that did not run failed. */
export function countPlaywright(report: unknown): Counts {
  const { suites, errors } = v.parse(playwrightReport, report)
  return sum([{ passed: 0, failed: errors.length }, ...suites.map(countSuite)])
}

function countSuite({ specs, suites = [] }: Suite): Counts {
  const tests = specs.flatMap((spec) => spec.tests)
  return sum([
    ...tests.map(({ status, expectedStatus, results }) => {
      const passed = status === 'expected' || status === 'flaky'
      const wasSkipped = status === 'skipped' && expectedStatus === 'skipped' && results.length > 0
      return { passed: Number(passed), failed: Number(!passed && !wasSkipped) }
    }),
    ...suites.map(countSuite),
  ])
}

function sum(counts: readonly Counts[]): Counts {
  return counts.reduce((total, { passed, failed }) => ({ passed: total.passed + passed, failed: total.failed + failed }), {
    passed: 0,
    failed: 0,
  })
}
