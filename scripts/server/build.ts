import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { hashSources } from '../build/hash-sources.ts'
import { run } from './run.ts'

/** Identifies the sources of the build. */
export const buildStampFile = 'dist/.sources'

/** Builds client and worker, unless the sources are those of the last build. */
export async function ensureBuild(): Promise<boolean> {
  const stamp = await hashSources()
  if (existsSync(buildStampFile) && readFileSync(buildStampFile, 'utf8') === stamp) return false
  // Set here because a test runner that starts a server has its own NODE_ENV, which would select React's development build.
  await run('vite', ['build', '--logLevel', 'warn'], { NODE_ENV: 'production' })
  writeFileSync(buildStampFile, stamp)
  return true
}

/** Identifies the sources of the last build; throws without a build. */
export function readBuildStamp(): string {
  return readFileSync(buildStampFile, 'utf8')
}
