import { listResources, readConfig, type Resource } from './resources.ts'

/** The deployable environments: each has its own name, database, buckets and address in wrangler.toml. */
export const targets = ['staging', 'production'] as const
export type Target = (typeof targets)[number]

/** One command of a deployment. `env`: variables in addition to those of the shell. */
export type Step = { what: string; command: string; args: readonly string[]; env?: Record<string, string> }

/** The worker's configuration written by the build, for one environment only. */
export const builtConfig = 'dist/kismet/wrangler.json'

/** Name of an environment's worker and database. */
export const nameOf = (target: Target) => `kismet-${target}`

const jurisdiction = 'eu'
const inJurisdiction = ['--jurisdiction', jurisdiction]

/** A command for people to type: what `npm ci` installed is not on their PATH, and wrangler refuses an older Node. */
const typed = (what: string, ...args: string[]): Step => ({
  what: `Once, ${what}`,
  command: 'npm',
  args: ['exec', '--', ...args],
})

/** The target named on the command line; throws without one, because no environment is the default. */
export function requireTarget(argument: string | undefined): Target {
  const target = targets.find((each) => each === argument)
  if (!target)
    throw new Error(`Say what to deploy: npm run deploy -- ${targets.join(' or ')} (with --dry-run to see the commands)`)
  return target
}

/**
 * One-time steps for an environment, to be typed by hand: nothing exists yet, and the database's id has to be written down. The
 * last one comes after the first deployment and a sign-up.
 */
export function setupSteps(target: Target): Step[] {
  const { d1_databases: databases, r2_buckets: buckets, queues, vars } = readConfig(target)
  const env = ['--env', target]
  const once = (what: string, ...args: string[]) => typed(what, 'wrangler', ...args)
  const sender = String(vars['MAIL_FROM']).split('@').at(-1) ?? ''
  const promote = `"update members set role = 'operator' where email = '{address}'"`
  return [
    ...databases.map(({ database_name: name = '' }) => once('database', 'd1', 'create', name, ...inJurisdiction)),
    ...buckets.map(({ bucket_name: name = '' }) => once('bucket', 'r2', 'bucket', 'create', name, ...inJurisdiction)),
    ...(queues.consumers ?? []).map(({ queue }: { queue: string }) =>
      once('queue', 'queues', 'create', queue, ...inJurisdiction),
    ),
    once('sender of e-mail', 'email', 'sending', 'enable', sender),
    ...['SESSION_SECRET', 'DELETIONS_KEY', 'HEALTH_KEY'].map((name) => once('secret', 'secret', 'put', name, ...env)),
    typed('keys of push messages', 'node', 'scripts/vapid-keys.ts'),
    once('secret', 'secret', 'put', 'VAPID_PRIVATE_KEY', ...env),
    once('first operator', 'd1', 'execute', nameOf(target), '--remote', ...env, '--command', promote),
  ]
}

/** The steps before any request reaches the new build, in order. Each command names the environment explicitly. */
export function deploymentSteps(target: Target): Step[] {
  const database = nameOf(target)
  return [
    { what: 'Tests', command: 'npm', args: ['test'] },
    {
      what: 'Build',
      command: 'vite',
      args: ['build', '--logLevel', 'warn'],
      env: { CLOUDFLARE_ENV: target, NODE_ENV: 'production' },
    },
    {
      what: 'Tables',
      command: 'wrangler',
      args: ['d1', 'migrations', 'apply', database, '--remote', '--env', target],
    },
    { what: 'Cities and texts', command: 'node', args: ['scripts/seed-content.ts', '--remote', target] },
  ]
}

/** The bucket with the files of earlier builds (docs/offline.md). */
export const buildsBucketOf = (target: Target) => ({ bucket: `${nameOf(target)}-builds`, jurisdiction })

/** What `scripts/deploy/kept-builds.ts` does through the API for some hundred files, as commands for one file. */
export const keptFileSteps = (target: Target): Step[] => [
  objectStep('Each file that tabs keep asking for', target, 'put', '{path}', '--file', 'dist/client/{path}'),
  objectStep('Each source map, private', target, 'put', 'maps/{build}/{name}', '--file', 'dist/maps/{build}/{name}'),
]

export const staleFileStep = (target: Target): Step =>
  objectStep('Each file of builds older than the two before', target, 'delete', '{path}')

function objectStep(what: string, target: Target, verb: 'put' | 'delete', key: string, ...options: string[]): Step {
  const { bucket, jurisdiction } = buildsBucketOf(target)
  const args = ['r2', 'object', verb, `${bucket}/${key}`, ...options, '--remote', '--jurisdiction', jurisdiction]
  return { what, command: 'wrangler', args }
}

/** Uploads a version that receives no requests yet; wrangler writes its id into `outputFile`. */
export const uploadStep = (outputFile: string): Step => ({
  what: 'Upload',
  command: 'wrangler',
  args: ['versions', 'upload', '--config', builtConfig],
  env: { WRANGLER_OUTPUT_FILE_PATH: outputFile },
})

/**
 * Releases to everyone at once: for the first release, and for one with a new class of objects, which the platform cannot release
 * gradually.
 */
export const wholeStep: Step = { what: 'All at once', command: 'wrangler', args: ['deploy', '--config', builtConfig] }

/** Domain and cron trigger, which are not part of a version. */
export const triggersStep: Step = {
  what: 'Domain and timer',
  command: 'wrangler',
  args: ['triggers', 'deploy', '--config', builtConfig],
}

/** Bindings of other kinds are under their own keys. */
type BuiltConfig = {
  [kind: string]: unknown
  name: string
  vars: Record<string, unknown>
  d1_databases: { database_name: string; database_id: string }[]
}

const placeholderId = /^0{8}-0000-/

/** Throws if the build is not `target`'s own, refers to another environment's resources, or still has a placeholder. */
export function requireBuiltFor(target: Target, built: BuiltConfig): void {
  const { name, vars, d1_databases: databases } = built
  const isTarget = name === nameOf(target) && vars['ENVIRONMENT'] === target
  if (!isTarget || databases.some((each) => each.database_name !== nameOf(target)))
    throw new Error(`The build is ${name} for ${String(vars['ENVIRONMENT'])}, not ${nameOf(target)} for ${target}`)
  const others = targets.filter((each) => each !== target).flatMap((each) => listResources(readConfig(each)))
  const foreign = namesOf(listResources(built)).intersection(namesOf(others))
  if (foreign.size > 0) throw new Error(`The build for ${target} leads to another environment's ${[...foreign].join(', ')}`)
  if (databases.some((each) => placeholderId.test(each.database_id)))
    throw new Error(`Write the id of D1 ${nameOf(target)} into [env.${target}] of wrangler.toml (docs/operations/deploy.md)`)
}

const namesOf = (resources: readonly Resource[]) => new Set(resources.flatMap(({ names }) => names))

/** The command as it would be typed. */
export function commandLine({ command, args, env = {} }: Step): string {
  return [...Object.entries(env).map(([name, value]) => `${name}=${value}`), command, ...args].join(' ')
}
