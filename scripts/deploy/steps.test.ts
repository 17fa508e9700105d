import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { unstable_readConfig } from 'wrangler'
import { requireBuiltFor, requireTarget, targets, type Target } from './steps.ts'

const root = join(import.meta.dirname, '../..')
const others = { staging: 'production', production: 'staging' } as const

/** What `npm run deploy -- {target} --dry-run` prints. */
function dryRun(...args: string[]): string {
  return execFileSync(process.execPath, ['scripts/deploy/main.ts', ...args], { cwd: root, encoding: 'utf8' })
}

/** What the tests read of wrangler.toml. */
type Config = {
  name: string
  workers_dev?: boolean
  preview_urls?: boolean
  routes?: { pattern: string }[]
  vars: Record<string, string>
  d1_databases: { binding: string; database_name: string; database_id: string }[]
  durable_objects: { bindings: { name: string; class_name: string }[] }
  r2_buckets: { binding: string; bucket_name: string; jurisdiction?: string }[]
  ratelimits: { name: string; namespace_id: string; simple: object }[]
  send_email: { name: string }[]
  analytics_engine_datasets: { binding: string; dataset?: string }[]
  images?: { binding: string }
  assets?: { binding: string }
  triggers: { crons: string[] }
  migrations: object[]
  compatibility_flags: string[]
  limits?: { cpu_ms: number }
  observability?: { logs?: { head_sampling_rate: number } }
}

/** Without a target: what local runs use. */
function configOf(env?: Target): Config {
  return unstable_readConfig({ config: join(root, 'wrangler.toml'), ...(env ? { env } : {}) }, { hideWarnings: true })
}

/** Names and ids of everything that an environment has for itself. */
function ownThingsOf(target: Target): string[] {
  const { name, d1_databases: databases, r2_buckets: buckets, ratelimits, vars, routes, ...rest } = configOf(target)
  return [
    name,
    ...databases.flatMap(({ database_name, database_id }) => [database_name, database_id]),
    ...buckets.map(({ bucket_name }) => bucket_name),
    ...ratelimits.map(({ namespace_id }) => namespace_id),
    ...rest.analytics_engine_datasets.map(({ dataset = '' }) => dataset),
    vars['PUBLIC_ORIGIN'] ?? '',
    ...(routes ?? []).map(({ pattern }) => pattern),
  ]
}

describe.each(targets)('deploying %s', (target) => {
  const other = others[target]
  const printed = dryRun(target, '--dry-run')

  test('prints every command, and none that knows the other environment', () => {
    const commands = printed.trim().split('\n')
    expect(commands.map((line) => line.split(':')[0])).toEqual([
      'Tests',
      'Build',
      'Tables',
      'Cities and texts',
      'Upload',
      'Release',
      'Domain and timer',
      'With a new class of objects, in place of the last three',
    ])
    expect(printed.replace('NODE_ENV=production', '')).not.toContain(other)
    for (const line of commands.slice(1, 4)) expect(line).toContain(target)
  })

  test('stops at a build of another environment, and at placeholders', () => {
    const built = (of: Target, id = 'f3b1') => ({
      name: `kismet-${of}`,
      vars: { ENVIRONMENT: of },
      d1_databases: [{ database_name: `kismet-${of}`, database_id: id }],
    })
    expect(() => requireBuiltFor(target, built(target))).not.toThrow()
    expect(() => requireBuiltFor(target, built(other))).toThrow(`not kismet-${target}`)
    expect(() => requireBuiltFor(target, { ...built(target), vars: { ENVIRONMENT: other } })).toThrow(`not kismet-${target}`)
    expect(() => requireBuiltFor(target, { ...built(target), d1_databases: built(other).d1_databases })).toThrow('not kismet')
    expect(() => requireBuiltFor(target, built(target, '00000000-0000-4000-8000-000000000002'))).toThrow('Write the id')
  })
})

describe('the environments of wrangler.toml', () => {
  test('have nothing in common that holds data, counts or answers', () => {
    const [staging, production] = [ownThingsOf('staging'), ownThingsOf('production')]
    const local = configOf()
    for (const thing of staging) expect(production).not.toContain(thing)
    for (const thing of [local.name, ...local.d1_databases.map(({ database_id }) => database_id)])
      expect([...staging, ...production]).not.toContain(thing)
  })

  test.each(targets)('%s has every binding and variable that the local one has', (target) => {
    const local = configOf()
    const remote = configOf(target)
    const namesOf = (config: Config) => ({
      vars: Object.keys(config.vars).toSorted(),
      databases: config.d1_databases.map(({ binding }) => binding),
      objects: config.durable_objects.bindings.map(({ name, class_name }) => [name, class_name]),
      buckets: config.r2_buckets.map(({ binding }) => binding),
      limits: config.ratelimits.map(({ name, simple }) => [name, simple]),
      emails: config.send_email.map(({ name }) => name),
      images: config.images?.binding,
      assets: config.assets?.binding,
      crons: config.triggers.crons,
      migrations: config.migrations,
      flags: config.compatibility_flags,
    })
    expect(namesOf(remote)).toEqual(namesOf(local))
  })

  test.each(targets)('%s is reached by its address alone, keeps its data in the EU, and no line of a request', (target) => {
    const { workers_dev, preview_urls, vars, limits, observability, r2_buckets: buckets, routes } = configOf(target)
    expect([workers_dev, preview_urls, vars['JURISDICTION'], vars['ENVIRONMENT']]).toEqual([false, false, 'eu', target])
    expect(new Set(buckets.map(({ jurisdiction }) => jurisdiction))).toEqual(new Set(['eu']))
    expect(routes).toEqual([{ pattern: String(vars['PUBLIC_ORIGIN']).replace('https://', ''), custom_domain: true }])
    expect(limits?.cpu_ms).toBeGreaterThan(0)
    expect(observability).toMatchObject({ enabled: true, redact_query_string: true, logs: { invocation_logs: false } })
    expect(observability?.logs?.head_sampling_rate).toBeGreaterThan(0)
  })

  test('requests are counted and logged where people are, and their steps are shown to nobody there', () => {
    const [local, staging, production] = [configOf(), configOf('staging'), configOf('production')]
    expect(local.analytics_engine_datasets).toEqual([])
    for (const { analytics_engine_datasets: sets, vars } of [staging, production]) {
      expect(sets.map(({ binding }) => binding)).toEqual(['COUNTERS'])
      expect(vars['REQUEST_LOG']).toBe('on')
    }
    expect(production.vars['SERVER_TIMING']).toBe('off')
  })
})

test.each([undefined, 'local', 'prod'])('nothing is deployed to %s', (argument) => {
  expect(() => requireTarget(argument)).toThrow('Say what to deploy')
})
