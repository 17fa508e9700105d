import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { unstable_readConfig } from 'wrangler'
import { retryDelaysS } from '#features/mail/rules.ts'
import { retryDelaysS as pushDelaysS } from '#features/push/rules.ts'
import { listResources, readConfig } from './resources.ts'
import { buildsBucketOf, requireBuiltFor, requireTarget, targets, type Target } from './steps.ts'

const root = join(import.meta.dirname, '../..')
const others = { staging: 'production', production: 'staging' } as const

/** What `npm run deploy -- {target} --dry-run` prints. */
function dryRun(...args: string[]): string {
  return execFileSync(process.execPath, ['scripts/deploy/main.ts', ...args], { cwd: root, encoding: 'utf8' })
}

type QueueConsumer = {
  queue: string
  max_batch_timeout?: number
  max_retries?: number
  retry_delay?: number
  dead_letter_queue?: string
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
  send_email: { name: string; allowed_sender_addresses?: string[] }[]
  secrets?: { required?: string[] }
  queues: { producers: { binding: string; queue: string }[]; consumers: QueueConsumer[] }
  analytics_engine_datasets: { binding: string; dataset?: string }[]
  images?: { binding: string }
  assets?: { binding: string }
  triggers: { crons: string[] }
  migrations: object[]
  compatibility_flags: string[]
  limits?: { cpu_ms: number }
  observability?: { head_sampling_rate?: number; logs?: { head_sampling_rate: number } }
}

/** A part of an environment's configuration without the environment's name. */
function withoutNames({ name }: Config, part: object): unknown {
  return JSON.parse(JSON.stringify(part).replaceAll(`"${name}-`, '"'))
}

/** Without a target: what local runs use. */
function configOf(env?: Target): Config {
  return unstable_readConfig({ config: join(root, 'wrangler.toml'), ...(env ? { env } : {}) }, { hideWarnings: true })
}

/** Names and ids of everything that an environment has for itself. */
function ownThingsOf(target: Target): string[] {
  return [configOf(target).name, ...listResources(readConfig(target)).flatMap(({ names }) => names)]
}

test('docs/operations/deploy.md has every command for the first time, and no other', () => {
  const [, section = ''] = readFileSync(join(root, 'docs/operations/deploy.md'), 'utf8').split('**The first time.**')
  const block = section.split('```').find((part) => part.startsWith('sh\nnpm exec -- wrangler d1 create')) ?? ''
  const written = block
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.replace(/ +# .*$/, '').replace(/^.*\| (?=npm )/, ''))
  const printed = dryRun('staging', '--dry-run')
    .split('\n')
    .flatMap((line) => /^Once, [^:]+: (.*)$/.exec(line)?.[1] ?? [])
  expect(written).toEqual(printed)
})

describe.each(targets)('deploying %s', (target) => {
  const other = others[target]
  const printed = dryRun(target, '--dry-run')

  test('prints every command, and none that knows the other environment', () => {
    const lines = printed.trim().split('\n')
    const commands = lines.filter((line) => !line.startsWith('Leads to:'))
    const deployment = commands.filter((line) => !line.startsWith('Once, '))
    expect(deployment.map((line) => line.split(':')[0])).toEqual([
      'Tests',
      'Build',
      'Tables',
      'Cities and texts',
      'Each file that tabs keep asking for',
      'Each source map, private',
      'Upload',
      'Release',
      'Domain and timer',
      'Each file of builds older than the two before',
      'With a new class of objects, in place of upload, release and timer',
      'Then',
    ])
    expect(printed.replace('NODE_ENV=production', '')).not.toContain(other)
    const words = new Set(printed.match(/[\w.-]+/g))
    expect(ownThingsOf(other).filter((thing) => words.has(thing))).toEqual([])
    expect(ownThingsOf(target).filter((thing) => !words.has(thing))).toEqual([])
    for (const line of deployment.slice(1, 4)) expect(line).toContain(target)
  })

  test('prints what has to be made once: all that bindings lead to, and the secrets, in the jurisdiction', () => {
    const once = printed.split('\n').filter((line) => line.startsWith('Once, '))
    const { d1_databases: databases, r2_buckets: buckets, queues } = configOf(target)
    for (const { database_name: name } of databases)
      expect(once).toContain(`Once, database: npm exec -- wrangler d1 create ${name} --jurisdiction eu`)
    for (const { bucket_name: name } of buckets)
      expect(once).toContain(`Once, bucket: npm exec -- wrangler r2 bucket create ${name} --jurisdiction eu`)
    const names = new Set([...queues.producers, ...queues.consumers].map(({ queue }) => queue))
    expect([...names].filter((name) => name.includes('push'))).toEqual([`kismet-${target}-push`, `kismet-${target}-push-failed`])
    for (const name of names) expect(once).toContain(`Once, queue: npm exec -- wrangler queues create ${name} --jurisdiction eu`)
    for (const name of ['SESSION_SECRET', 'DELETIONS_KEY', 'HEALTH_KEY', 'VAPID_PRIVATE_KEY'])
      expect(once).toContain(`Once, secret: npm exec -- wrangler secret put ${name} --env ${target}`)
    expect(once).toContain('Once, keys of push messages: npm exec -- node scripts/vapid-keys.ts')
    // Beside these: the sender of email, four secrets, the keys, the first operator.
    expect(once).toHaveLength(databases.length + buckets.length + names.size + 7)
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
    const bucket = { binding: 'BUILDS', bucket_name: `kismet-${other}-builds` }
    expect(() => requireBuiltFor(target, { ...built(target), r2_buckets: [bucket] })).toThrow(bucket.bucket_name)
    const [placeholder = ''] = configOf(target).d1_databases.map(({ database_id }) => database_id)
    expect(() => requireBuiltFor(target, built(target, placeholder))).toThrow('Write the id')
  })
})

test('resources of every kind are found, also of kinds that are not used yet', () => {
  const config = {
    name: 'kismet-staging',
    vars: { PUBLIC_ORIGIN: 'https://kismet.example' },
    queues: { producers: [{ binding: 'MAIL', queue: 'mail' }], consumers: [{ queue: 'mail', dead_letter_queue: 'dead' }] },
    ratelimits: [{ name: 'FLOOD_LIMIT', namespace_id: '1', simple: { limit: 1 } }],
    kv_namespaces: [{ binding: 'CACHE', id: 'k1' }],
    r2_buckets: [{ binding: 'PHOTOS', bucket_name: 'photos', jurisdiction: 'eu' }],
  }
  expect(listResources(config)).toEqual([
    { kind: 'queues', binding: 'MAIL', names: ['mail'] },
    { kind: 'queues', binding: '', names: ['mail', 'dead'] },
    { kind: 'ratelimits', binding: 'FLOOD_LIMIT', names: ['1'] },
    { kind: 'kv_namespaces', binding: 'CACHE', names: ['k1'] },
    { kind: 'r2_buckets', binding: 'PHOTOS', names: ['photos'] },
  ])
})

describe('the environments of wrangler.toml', () => {
  test('have nothing in common that holds data, counts or answers', () => {
    const [staging, production] = [ownThingsOf('staging'), ownThingsOf('production')]
    const local = configOf()
    for (const thing of staging) expect(production).not.toContain(thing)
    for (const thing of [local.name, ...listResources(readConfig()).flatMap(({ names }) => names)])
      expect([...staging, ...production]).not.toContain(thing)
  })

  test.each(targets)('%s has every binding and variable that the local one has', (target) => {
    const local = configOf()
    const remote = configOf(target)
    const bindingsOf = (each?: Target) =>
      new Set(listResources(readConfig(each)).map(({ kind, binding }) => `${kind} ${binding}`))
    expect([...bindingsOf().difference(bindingsOf(target))]).toEqual([])
    const namesOf = (config: Config) => ({
      vars: Object.keys(config.vars).toSorted(),
      databases: config.d1_databases.map(({ binding }) => binding),
      objects: config.durable_objects.bindings.map(({ name, class_name }) => [name, class_name]),
      buckets: config.r2_buckets.map(({ binding }) => binding),
      limits: config.ratelimits.map(({ name, simple }) => [name, simple]),
      emails: config.send_email.map(({ name }) => name),
      queues: [config.queues.producers, config.queues.consumers].map((list) => list.map((each) => withoutNames(config, each))),
      images: config.images?.binding,
      assets: config.assets?.binding,
      crons: config.triggers.crons,
      migrations: config.migrations,
      flags: config.compatibility_flags,
    })
    expect(namesOf(remote)).toEqual(namesOf(local))
  })

  test.each([undefined, ...targets])('%s sends e-mails as they come, and loses none that fails', (target) => {
    const { queues } = configOf(target)
    const queueOf = (binding: string) => queues.producers.find((each) => each.binding === binding)?.queue ?? ''
    const consumerOf = (binding: string) => queues.consumers.find(({ queue }) => queue === queueOf(binding))
    // The rules end the attempts; the platform's own bound must not come before.
    expect(consumerOf('MAIL')).toMatchObject({ max_batch_timeout: 0, dead_letter_queue: queueOf('FAILED_MAIL') })
    expect(consumerOf('MAIL')?.max_retries).toBeGreaterThanOrEqual(retryDelaysS.length)
    expect(queueOf('FAILED_MAIL')).toMatch(/-failed$/)
    const { max_retries: retries = 0, retry_delay: delayS = 0 } = consumerOf('FAILED_MAIL') ?? {}
    expect(retries * delayS, 'half a day without a database').toBeGreaterThan(12 * 3600)
  })

  test.each([undefined, ...targets])(
    '%s sends push messages as they come, and logs those that had all their attempts',
    (target) => {
      const { queues } = configOf(target)
      const name = queues.producers.find(({ binding }) => binding === 'PUSH')?.queue ?? ''
      expect(name).toMatch(/-push$/)
      const consumer = queues.consumers.find(({ queue }) => queue === name)
      expect(consumer).toMatchObject({
        max_batch_timeout: 0,
        max_retries: pushDelaysS.length,
        dead_letter_queue: `${name}-failed`,
      })
      expect(queues.consumers.map(({ queue }) => queue)).toContain(`${name}-failed`)
    },
  )

  test.each(targets)('%s is reached by its address alone, keeps its data in the EU, and no line of a request', (target) => {
    const { workers_dev, preview_urls, vars, limits, observability, r2_buckets: buckets, routes } = configOf(target)
    expect([workers_dev, preview_urls, vars['JURISDICTION'], vars['ENVIRONMENT']]).toEqual([false, false, 'eu', target])
    expect(new Set(buckets.map(({ jurisdiction }) => jurisdiction))).toEqual(new Set(['eu']))
    const { bucket, jurisdiction } = buildsBucketOf(target)
    expect(buckets).toContainEqual({ binding: 'BUILDS', bucket_name: bucket, jurisdiction })
    expect(routes).toEqual([{ pattern: String(vars['PUBLIC_ORIGIN']).replace('https://', ''), custom_domain: true }])
    expect(limits?.cpu_ms).toBeGreaterThan(0)
    // Sampling is by request, whatever happens in it: an error's line or one about an attack would be lost with the others.
    const logs = { invocation_logs: false, head_sampling_rate: 1 }
    expect(observability).toMatchObject({ enabled: true, redact_query_string: true, head_sampling_rate: 1, logs })
  })

  test.each(targets)('%s sends from its own address alone, and is not uploaded without its secrets', (target) => {
    const { vars, send_email: bindings, secrets } = configOf(target)
    expect(bindings).toEqual([{ name: 'EMAIL', allowed_sender_addresses: [vars['MAIL_FROM']] }])
    expect(secrets?.required).toEqual(['SESSION_SECRET', 'DELETIONS_KEY', 'HEALTH_KEY'])
  })

  test('requests are counted where people are, logged in staging alone, and their steps are shown to nobody in production', () => {
    const [local, staging, production] = [configOf(), configOf('staging'), configOf('production')]
    expect(local.analytics_engine_datasets).toEqual([])
    for (const { analytics_engine_datasets: sets } of [staging, production]) {
      expect(sets.map(({ binding }) => binding)).toEqual(['COUNTERS'])
    }
    expect([staging, production].map(({ vars }) => vars['REQUEST_LOG'])).toEqual(['on', 'off'])
    expect(production.vars['SERVER_TIMING']).toBe('off')
  })
})

describe('the environment of local runs', () => {
  test('has no address, and a deployment without a name ends before anything is built', () => {
    const { workers_dev, preview_urls, routes } = configOf()
    expect([workers_dev, preview_urls, routes]).toEqual([false, false, undefined])
    // The configuration itself, and not the last build's, to which wrangler would turn.
    const args = ['deploy', '--dry-run', '--config', 'wrangler.toml', '--outdir', mkdtempSync(join(tmpdir(), 'kismet-refused-'))]
    const tried = spawnSync(join(root, 'node_modules/.bin/wrangler'), args, { cwd: root, encoding: 'utf8' })
    expect(tried.status).toBe(1)
    // Only a build says where the files are, and a local one is refused (test/build/worker-build.test.ts).
    expect(tried.stdout + tried.stderr).toContain('missing the required `directory`')
  }, 300_000)
})

test.each([undefined, 'local', 'prod'])('nothing is deployed to %s', (argument) => {
  expect(() => requireTarget(argument)).toThrow('Say what to deploy')
})

test.each([[[]], [['prod']]])('a deployment of %j ends with a message, and without where in our code it was thrown', (args) => {
  const tried = spawnSync(process.execPath, ['scripts/deploy/main.ts', ...args], { cwd: root, encoding: 'utf8' })
  expect(tried.status).toBe(1)
  expect(tried.stderr.trim()).toMatch(/^Say what to deploy: .*$/)
})

test('a deployment without a setting says which, and where it is explained', () => {
  const { CLOUDFLARE_ACCOUNT_ID: _, ...env } = process.env
  const tried = spawnSync(process.execPath, ['scripts/deploy/main.ts', 'staging'], { cwd: root, encoding: 'utf8', env })
  expect([tried.status, tried.stderr.trim()]).toEqual([1, "Set CLOUDFLARE_ACCOUNT_ID (docs/operations/deploy.md, 'Deploying')"])
})
