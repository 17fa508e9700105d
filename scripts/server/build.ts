import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from './run.ts'

/** Says of which sources the build is. */
export const buildStampFile = 'dist/.sources'
const sources = ['src', 'locales', 'public', 'vite.config.ts', 'wrangler.toml', 'package-lock.json', 'scripts/build']

/** Builds client and worker, unless the sources are those of the last build. */
export async function ensureBuild(): Promise<boolean> {
  const stamp = await hashSources()
  if (existsSync(buildStampFile) && readFileSync(buildStampFile, 'utf8') === stamp) return false
  // Set here because a test runner that starts a server has a NODE_ENV of its own, which would bring React's
  // development build.
  await run('vite', ['build', '--logLevel', 'warn'], { NODE_ENV: 'production' })
  writeFileSync(buildStampFile, stamp)
  return true
}

/** Identifies the sources of the last build; throws without a build. */
export function readBuildStamp(): string {
  return readFileSync(buildStampFile, 'utf8')
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of await filesOf(source)) {
      hash.update(file)
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
