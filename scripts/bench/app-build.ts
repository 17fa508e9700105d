import { existsSync } from 'node:fs'
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { WorkerFiles } from './workerd.ts'

const ROOT = join(import.meta.dirname, '../..')

export const CLIENT_DIR = join(ROOT, 'dist/client')
/** Vite names the folder after the worker in wrangler.toml. */
export const WORKER_DIR = join(ROOT, 'dist/kismet')

/** Throws if there is no build. */
export function requireAppBuild(): void {
  for (const path of [join(CLIENT_DIR, '.vite/manifest.json'), join(WORKER_DIR, 'wrangler.json')]) {
    if (!existsSync(path)) throw new Error(`${path} is missing. Run \`npm run build\` first.`)
  }
}

type WranglerConfig = { main: string; vars: Record<string, string> }

/** The modules of the built worker, entry first, without source maps and configuration. */
export async function appModules(): Promise<string[]> {
  const { main }: WranglerConfig = JSON.parse(await readFile(join(WORKER_DIR, 'wrangler.json'), 'utf8'))
  const files = await readdir(WORKER_DIR, { recursive: true })
  return [main, ...files.filter((path) => /\.(js|wasm|bin)$/.test(path) && path !== main)]
}

/** The worker's modules as they are uploaded, gzipped as Cloudflare counts them. */
export async function workerBundleBytes(): Promise<number> {
  const modules = await appModules()
  const contents = await Promise.all(modules.map((path) => readFile(join(WORKER_DIR, path))))
  return gzipSync(Buffer.concat(contents)).length
}

/**
 * Writes a copy of the built worker to `workDir` that starts without a database or objects. Its entry forwards the variables and
 * stubs for the bindings, enough for `/healthz`.
 */
export async function copyAppWorker(workDir: string): Promise<WorkerFiles> {
  const dir = join(workDir, 'app')
  await cp(WORKER_DIR, dir, { recursive: true })
  const { main, vars }: WranglerConfig = JSON.parse(await readFile(join(WORKER_DIR, 'wrangler.json'), 'utf8'))
  await writeFile(
    join(dir, 'healthz-only.js'),
    `import app from './${main}';
export * from './${main}';
const env = { ...${JSON.stringify(vars)}, SESSION_SECRET: '${'0'.repeat(43)}', DB: {}, MEMBER_HUB: {}, CONVERSATION: {}, ENCOUNTER: {}, MATCHMAKER: {}, AREA: {}, EMAIL: {}, MAIL: {}, FAILED_MAIL: {}, PUSH: {}, PHOTOS: {}, BUILDS: {}, DELETIONS: {}, EXPORTS: {}, EXPORT_QUEUE: {}, IMAGES: {},
  FLOOD_LIMIT: { limit: async () => ({ success: true }) }, NEARBY_LIMIT: { limit: async () => ({ success: true }) },
  TOWNS_LIMIT: { limit: async () => ({ success: true }) },
  ERROR_LIMIT: { limit: async () => ({ success: true }) } };
export default { fetch: (request, _env, context) => app.fetch(request, env, context) };
`,
  )
  return { dir, modules: ['healthz-only.js', ...(await appModules())] }
}
