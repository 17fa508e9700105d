import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** The built worker's modules, entry first, as Miniflare takes them. */
export async function readWorkerModules(folder: string, main: string) {
  const root = resolve(folder)
  const files = (await readdir(root, { recursive: true })).filter((file) => file.endsWith('.js') && file !== main)
  const entry = main.startsWith(root) ? main : join(root, main)
  const others = files.map((file) => join(root, file)).filter((file) => file !== entry)
  return { modulesRoot: root, modules: [entry, ...others].map((path) => ({ type: 'ESModule' as const, path })) }
}
