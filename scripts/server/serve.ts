import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from 'wrangler'
import { localLimits, type RateLimits } from './limits.ts'
import { readWorkerModules } from './worker-modules.ts'

const builtWorker = 'kismet'

export type ServeOptions = {
  /** 0 chooses a free port. */
  port: number
  /** Folder of D1, the objects and sent emails. */
  stateDir: string
  secrets: Record<string, string>
  /** Overrides of [vars], for tests. */
  vars?: Record<string, string>
  onLog?: (line: string) => void
  /** Folder of the build. */
  dist?: string
  /** Wraps the build's entry, for tests. */
  entry?: { path: string; contents: string }
  /** A worker that is asked for these addresses instead of the application, which it has as `APP`; for tests. */
  before?: { routes: readonly string[]; contents: string }
}

export type Server = { url: string; miniflare: Miniflare; close: () => Promise<void> }

/**
 * Serves the production build with workerd through the Miniflare API. Every binding is real, responses are compressed as in
 * production, and the server listens on loopback only.
 */
export async function serve(options: ServeOptions): Promise<Server> {
  const workerFolder = join(options.dist ?? 'dist', builtWorker)
  const config = unstable_readConfig({ config: join(workerFolder, 'wrangler.json') })
  const { workerOptions } = unstable_getMiniflareWorkerOptions(config)
  const { modulesRules: _, ratelimits, ...worker } = workerOptions
  const built = await readWorkerModules(workerFolder, config.main ?? 'index.js')
  const first = options.entry ? [{ type: 'ESModule' as const, ...options.entry }] : []
  const bindings = { ...(worker.bindings as Record<string, string>), ...options.vars, ...options.secrets }
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: options.port,
      cf: false,
      log: new LineLog(options.onLog ?? (() => {})),
      logRequests: false,
      resourcePersistencePath: options.stateDir,
      workers: [
        {
          ...worker,
          ...built,
          modules: [...first, ...built.modules],
          bindings,
          ratelimits: localLimits((ratelimits ?? {}) as RateLimits, Number(bindings['LIMITS_FACTOR'] ?? 1)),
        },
        ...(options.before ? [workerBefore(options.before)] : []),
      ],
    }),
  )
  const url = await miniflare.ready
  return { url: `http://localhost:${url.port}`, miniflare, close: () => miniflare.dispose() }
}

function workerBefore({ routes, contents }: NonNullable<ServeOptions['before']>) {
  return {
    name: 'before',
    modules: [{ type: 'ESModule' as const, path: 'before.js', contents }],
    routes: [...routes],
    // The application's worker is without a name: what its objects store is named by it.
    serviceBindings: { APP: '' },
  }
}

/** The build's configuration, whose databases have the same names as those of the sources. */
const builtConfig = join('dist', builtWorker, 'wrangler.json')

/** Only the database of a state folder, without the worker and its objects, which their alarms would wake. */
export async function openDatabases(stateDir: string, configFile = builtConfig): Promise<Pick<Server, 'miniflare' | 'close'>> {
  // Not by `unstable_getMiniflareWorkerOptions`, which reads the local secrets and prints that it does.
  const databases: { binding: string; database_id?: string }[] = unstable_readConfig({ config: configFile }).d1_databases
  const d1Databases = Object.fromEntries(databases.map(({ binding, database_id }) => [binding, database_id ?? binding]))
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      cf: false,
      log: new LineLog(() => {}),
      resourcePersistencePath: stateDir,
      workers: [{ name: builtWorker, modules: true, script: 'export default {}', d1Databases }],
    }),
  )
  await miniflare.ready
  return { miniflare, close: () => miniflare.dispose() }
}

/** Forwards the output of the worker and the runtime, line by line. */
class LineLog extends Log {
  readonly #write: (line: string) => void

  constructor(write: (line: string) => void) {
    super(LogLevel.INFO)
    this.#write = write
  }

  /** What Miniflare says about itself: its address, how many header rules it has read. */
  override info(): void {}

  /** Miniflare also notes each batch of a queue; the worker's own entries tell how it went. */
  override logWithLevel(level: LogLevel, message: string): void {
    const isBatch = level === LogLevel.INFO && stripVTControlCharacters(message).startsWith('QUEUE ')
    if (!isBatch) super.logWithLevel(level, message)
  }

  override log(message: string): void {
    this.#write(message)
  }
}

export function stateFolder(): string {
  return process.env['STATE_DIR'] ?? join(process.cwd(), '.wrangler')
}
