import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { appModules, WORKER_DIR } from '../../scripts/bench/app-build.ts'

const folder = join(WORKER_DIR, 'assets')
const scripts = readdirSync(folder).filter((file) => file.endsWith('.js'))
const textOf = (file: string) => readFileSync(join(folder, file), 'utf8')

/** The built file of a group in scripts/build/worker-chunks.ts, or of a module that is loaded on demand. */
function fileOf(name: string): string {
  const found = scripts.find((file) => file.startsWith(`${name}-`) && file.length === `${name}-12345678.js`.length)
  if (!found) throw new Error(`The build has no file called ${name}`)
  return found
}

const importsOf = (file: string) =>
  [...textOf(file).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)].map(([, imported = '']) => imported)

/** These files and all that they import: what is evaluated with them. */
function evaluatedWith(...names: readonly string[]): string[] {
  const evaluated = new Set(names.map(fileOf))
  for (const file of evaluated) for (const imported of importsOf(file)) evaluated.add(imported)
  return [...evaluated]
}

const groupOf = (file: string) => file.slice(0, -'-12345678.js'.length)
const groupsWith = (...names: readonly string[]) =>
  evaluatedWith(...names)
    .map(groupOf)
    .toSorted()
const bytesOf = (files: readonly string[]) => files.reduce((sum, file) => sum + textOf(file).length, 0)

/** The time of a start depends on the script that is evaluated with it (docs/decisions/014). 1 KB is 1,000 bytes. */
describe('what an isolate evaluates', () => {
  const runtime = 'rolldown-runtime'

  test('with its start: at most 500 KB, and nothing of pages, actions and operators', () => {
    const entry = readFileSync(join(WORKER_DIR, 'index.js'), 'utf8')
    expect([...entry.matchAll(/"\.\/assets\/([^"]+)"/g)].map(([, file = '']) => file)).toEqual([fileOf('start')])
    expect(groupsWith('start')).toEqual([runtime, 'start'])
    expect(bytesOf(evaluatedWith('start'))).toBeLessThanOrEqual(500_000)
  })

  test('with its first page: at most 1,300 KB, React included, and nothing of actions, operators and jobs', () => {
    const page = ['start', 'loads', 'pages', 'render', 'jwe'] as const
    expect(groupsWith(...page)).toEqual([runtime, ...page].toSorted())
    expect(bytesOf(evaluatedWith(...page))).toBeLessThanOrEqual(1_300_000)
  })

  test('with its first action or job: no component of a page', () => {
    for (const name of ['actions', 'cron-jobs', 'queues', 'operators']) {
      expect(groupsWith(name), name).not.toContain('pages')
      expect(groupsWith(name), name).not.toContain('render')
    }
  })

  test('the members of the demo are a file of their own, which only seeding evaluates', async () => {
    const seed = fileOf('seed-local')
    const importing = (await appModules()).filter((path) => {
      if (!path.endsWith('.js')) return false
      return readFileSync(join(WORKER_DIR, path), 'utf8').includes(`/${seed}`)
    })
    expect(importing.map((path) => groupOf(path.replace('assets/', '')))).toEqual(['routes'])
  })
})
