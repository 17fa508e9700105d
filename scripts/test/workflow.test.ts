import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'

const workflow = readFileSync('.github/workflows/ci.yml', 'utf8')
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

/** The text of each job, by its name. */
const jobs = Object.fromEntries(
  (workflow.split('\njobs:\n')[1] ?? '').split(/^ {2}(?=\S)/m).flatMap((text) => {
    const name = /^([\w-]+):\n/.exec(text)?.[1]
    return name ? [[name, text]] : []
  }),
)

/** The commands of a text, with the scripts of package.json in place of their names. */
const commandsOf = (text: string) =>
  [...text.matchAll(/- run: (.+)/g)].map(([, command = '']) =>
    command.replace(/^npm run (\S+)(?: --)?/, (_, name: string) => scripts[name] ?? name).replace(/^npm exec -- /, ''),
  )
const commands = commandsOf(workflow)

/** The configurations that `npm test` runs one after another. */
const suites = [...readFileSync('scripts/test.ts', 'utf8').matchAll(/'--config', '([^']+)'/g)].map(([, path = '']) => path)

describe('the workflow', () => {
  test('has every suite of npm test, and npm test has every configuration that there is', () => {
    expect(suites.toSorted()).toEqual(globSync('test/**/{vitest,playwright}.config.ts').toSorted())
    for (const suite of suites) expect(commands.join('\n')).toContain(`--config ${suite}`)
    expect(commands).toContain(scripts['check'])
  })

  test('leaves out no project and no part of a suite', () => {
    const projects = [...readFileSync('test/vitest.config.ts', 'utf8').matchAll(/name: '(\w+)'/g)].map(([, name = '']) => name)
    expect(projects).toEqual(expect.arrayContaining(['unit', 'worker']))
    const run = commands.flatMap((command) => [...command.matchAll(/--project (\w+)/g)].map(([, name = '']) => name))
    expect(run.toSorted()).toEqual(projects.toSorted())
    const shards = /shard: \[([\d, ]+)\]/.exec(jobs['browser'] ?? '')?.[1]?.split(', ')
    const [, total] = /--shard=\$\{\{ matrix\.shard \}\}\/(\d+)/.exec(workflow) ?? []
    expect(shards).toEqual(Array.from({ length: Number(total) }, (_, index) => String(index + 1)))
  })

  test('has a night that runs everything at full length', () => {
    const nightly = readFileSync('.github/workflows/nightly.yml', 'utf8')
    expect(commandsOf(nightly)).toContain(scripts['test:full'])
  })

  test('runs its jobs side by side', () => {
    expect(Object.keys(jobs)).toEqual(['check', 'unit-and-build', 'worker', 'strangers-and-chaos', 'browser'])
    expect(workflow).not.toContain('needs:')
  })

  test('keeps traces and names what was run again, whether the browser tests passed or not', () => {
    const steps = (jobs['browser'] ?? '').split(/^ {6}- /m)
    for (const step of ['uses: actions/upload-artifact', 'run: npm exec -- node scripts/test/summary.ts'])
      expect(steps.find((each) => each.startsWith(step))).toContain('if: ${{ !cancelled() }}')
    const report = /PLAYWRIGHT_JSON_OUTPUT_FILE: (\S+)/.exec(workflow)?.[1]
    expect(commands).toContain(['node', 'scripts/test/summary.ts', report].join(' '))
  })
})

test('the summary of a run names the tests that passed only when they were run again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kismet-summary-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [report, summary] = [join(folder, 'report.json'), join(folder, 'summary.md')]
  const run = (status: string) => ({ status, expectedStatus: 'passed', results: [{}] })
  const spec = (title: string, status: string) => ({ title, file: 'pages.spec.ts', tests: [run(status)] })
  const specs = [spec('opens', 'expected'), spec('closes', 'flaky')]
  writeFileSync(report, JSON.stringify({ suites: [{ specs }], errors: [] }))
  const summarise = (path: string) =>
    execFileSync(process.execPath, ['scripts/test/summary.ts', path], { env: { ...process.env, GITHUB_STEP_SUMMARY: summary } })
  summarise(report)
  summarise(join(folder, 'absent.json'))
  expect(readFileSync(summary, 'utf8')).toBe(
    '2 browser tests passed, 0 failed\n- passed only when it was run again: pages.spec.ts: closes\nNo browser test was run.\n',
  )
})
