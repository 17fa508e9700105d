import { unstable_readConfig } from 'wrangler'

/** What a binding of an environment leads to: `names` has the names and ids of a database, bucket, queue, data set or counter. */
export type Resource = { kind: string; binding: string; names: readonly string[] }

/** Parts of the configuration that lead to nothing outside the worker: code, settings of its own, and objects, which it holds itself. */
const notBindings = new Set([
  'assets',
  'build',
  'define',
  'dev',
  'durable_objects',
  'exports',
  'limits',
  'migrations',
  'observability',
  'python_modules',
  'rules',
  'triggers',
  'unsafe',
  'vars',
])
/** Keys of strings that name the worker's side of a binding, or how it is used. */
const notNames = new Set(['binding', 'jurisdiction', 'migrations_dir', 'preview_bucket_name', 'preview_database_id'])
/** Kinds whose `name` is that of the binding; elsewhere it may be that of the thing. */
const boundByName = new Set(['ratelimits', 'send_email'])

/** The configuration that wrangler.toml has for an environment; without one, that of local runs. */
export function readConfig(target?: string): ReturnType<typeof unstable_readConfig> {
  return unstable_readConfig({ config: 'wrangler.toml', ...(target ? { env: target } : {}) }, { hideWarnings: true })
}

/**
 * Everything outside the worker that a configuration leads to, of whatever kind: kinds that wrangler.toml does not use yet are
 * found, too. `config`: as wrangler reads or builds it.
 */
export function listResources(config: object): Resource[] {
  return Object.entries(config).flatMap(([kind, value]) =>
    notBindings.has(kind) ? [] : listEntries(value).map((entry) => ({ kind, ...readEntry(kind, entry) })),
  )
}

/** The objects in a list, or in the lists of an object such as `queues`. */
function listEntries(value: unknown): object[] {
  if (Array.isArray(value)) return value.filter(isObject)
  return isObject(value) ? Object.values(value).flatMap((each: unknown) => (Array.isArray(each) ? listEntries(each) : [])) : []
}

function readEntry(kind: string, entry: object): Omit<Resource, 'kind'> {
  const isBinding = (key: string) => key === 'binding' || (key === 'name' && boundByName.has(kind))
  const texts = Object.entries(entry).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  return {
    binding: texts.find(([key]) => isBinding(key))?.[1] ?? '',
    names: texts.filter(([key]) => !isBinding(key) && !notNames.has(key)).map(([, text]) => text),
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** One line for each resource, for people who look before they deploy. */
export function describeResource({ kind, binding, names }: Resource): string {
  return [kind, ...(binding ? [binding] : []), ...names].join(' ')
}
