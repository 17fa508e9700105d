/** What is deployed: each has its own name, database, buckets and address in wrangler.toml. */
export const targets = ['staging', 'production'] as const
export type Target = (typeof targets)[number]

/** One command of a deployment. `env`: variables that it gets beside those of the shell. */
export type Step = { what: string; command: string; args: readonly string[]; env?: Record<string, string> }

/** The worker's configuration as the build leaves it: that of one environment alone. */
export const builtConfig = 'dist/kismet/wrangler.json'

/** Name of an environment's worker and database. */
export const nameOf = (target: Target) => `kismet-${target}`

/** The target that the command line names; throws without one, because no environment is the usual one. */
export function requireTarget(argument: string | undefined): Target {
  const target = targets.find((each) => each === argument)
  if (!target)
    throw new Error(`Say what to deploy: npm run deploy -- ${targets.join(' or ')} (with --dry-run to see the commands)`)
  return target
}

/** What happens before any request reaches the new build, in its order. Each command names the environment by itself. */
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

/** Makes a version that nobody reaches yet; wrangler writes its id into `outputFile`. */
export const uploadStep = (outputFile: string): Step => ({
  what: 'Upload',
  command: 'wrangler',
  args: ['versions', 'upload', '--config', builtConfig],
  env: { WRANGLER_OUTPUT_FILE_PATH: outputFile },
})

/** Puts a release out in one go: the first one, and one with a new class of objects, which the platform cannot share out. */
export const wholeStep: Step = { what: 'All at once', command: 'wrangler', args: ['deploy', '--config', builtConfig] }

/** Domain and cron trigger, which a version does not carry. */
export const triggersStep: Step = {
  what: 'Domain and timer',
  command: 'wrangler',
  args: ['triggers', 'deploy', '--config', builtConfig],
}

type BuiltConfig = { name: string; vars: Record<string, unknown>; d1_databases: { database_name: string; database_id: string }[] }

const placeholderId = /^0{8}-0000-/

/** Throws when what was built is not `target`'s own, or still has the placeholders of wrangler.toml. */
export function requireBuiltFor(target: Target, { name, vars, d1_databases: databases }: BuiltConfig): void {
  const isTarget = name === nameOf(target) && vars['ENVIRONMENT'] === target
  if (!isTarget || databases.some((each) => each.database_name !== nameOf(target)))
    throw new Error(`The build is ${name} for ${String(vars['ENVIRONMENT'])}, not ${nameOf(target)} for ${target}`)
  if (databases.some((each) => placeholderId.test(each.database_id)))
    throw new Error(`Write the id of D1 ${nameOf(target)} into [env.${target}] of wrangler.toml (docs/operations.md)`)
}

/** The command as one would type it. */
export function commandLine({ command, args, env = {} }: Step): string {
  return [...Object.entries(env).map(([name, value]) => `${name}=${value}`), command, ...args].join(' ')
}
