import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** The inputs of a build: client, worker and texts. */
const sources = [
  'src',
  'locales',
  'public',
  'vite.config.ts',
  'wrangler.toml',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'scripts/build',
]

/** Identifies the sources of a build in the project at `root`, hex. The same sources have the same hash on every machine. */
export async function hashSources(root = '.'): Promise<string> {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of await filesOf(join(root, source))) {
      hash.update(relative(root, file))
      hash.update(await readFile(file))
    }
  }
  return hash.digest('hex')
}

async function filesOf(path: string): Promise<string[]> {
  if (!existsSync(path)) return []
  const isFile = /\.\w+$/.test(path)
  if (isFile) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
