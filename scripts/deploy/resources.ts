import { unstable_readConfig } from 'wrangler'

/**
 * What a binding of an environment refers to: `names` has the names and ids of a database, bucket, queue, data set or counter.
 */
export type Resource = { kind: string; binding: string; names: readonly string[] }

/** Parts of the configuration that refer to nothing outside the worker: code, its own settings, and its objects. */
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
/** Kinds whose `name` is that of the binding; for others it may be that of the resource. */
const boundByName = new Set(['ratelimits', 'send_email'])

/** The configuration in wrangler.toml for an environment; without one, for local runs. */
export function readConfig(target?: string): ReturnType<typeof unstable_readConfig> {
  return unstable_readConfig({ config: 'wrangler.toml', ...(target ? { env: target } : {}) }, { hideWarnings: true })
}

/**
 * Everything outside the worker that a configuration refers to, of any kind, including kinds that wrangler.toml does not use yet.
 * `config`: as read or built by wrangler.
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

/** One line for each resource, to check before a deployment. */
export function describeResource({ kind, binding, names }: Resource): string {
  return [kind, ...(binding ? [binding] : []), ...names].join(' ')
}
