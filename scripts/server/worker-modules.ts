import { readdir } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'

const types = { '.js': 'ESModule', '.bin': 'Data' } as const

/** The built worker's modules, entry first, in the form that Miniflare takes. */
export async function readWorkerModules(folder: string, main: string) {
  const root = resolve(folder)
  const entry = resolve(root, main)
  const files = (await readdir(root, { recursive: true })).map((file) => join(root, file)).filter((file) => file !== entry)
  const modules = [entry, ...files].flatMap((path) => {
    const type = types[extname(path) as keyof typeof types]
    return type ? [{ type, path }] : []
  })
  return { modulesRoot: root, modules }
}
