import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashSources } from './hash-sources.ts'

/** Identifies the sources of the build in `dist`. Only a complete production build for this machine has one. */
export const buildStampFile = 'dist/.sources'

/**
 * Removes the stamp of the build before, because this one replaces its files, and hashes the sources: whatever changes during the
 * build belongs to the next. Returns what writes the stamp at the end, unless the build is for an environment.
 */
export async function beginStamp(root: string): Promise<(workerFolder: string) => void> {
  const file = join(root, buildStampFile)
  rmSync(file, { force: true })
  const stamp = await hashSources(root)
  return (workerFolder) => {
    const { vars }: { vars: Record<string, unknown> } = JSON.parse(readFileSync(join(workerFolder, 'wrangler.json'), 'utf8'))
    if (vars['ENVIRONMENT'] === 'local') writeFileSync(file, stamp)
  }
}
