import { existsSync, readFileSync } from 'node:fs'
import { buildStampFile } from '../build/build-stamp.ts'
import { hashSources } from '../build/hash-sources.ts'
import { run } from './run.ts'

/** True if `dist` has the build of the present sources, for this machine. */
export async function isBuilt(): Promise<boolean> {
  return existsSync(buildStampFile) && readBuildStamp() === (await hashSources())
}

/** Builds client and worker, unless the sources are those of the last build. */
export async function ensureBuild(): Promise<boolean> {
  if (await isBuilt()) return false
  // A test runner that starts a server has its own NODE_ENV, which would select React's development build; a shell in which
  // somebody deployed may have another environment.
  await run('vite', ['build', '--logLevel', 'warn'], {
    NODE_ENV: 'production',
    CLOUDFLARE_ENV: undefined,
    // Otherwise it names the file of the local secrets.
    WRANGLER_LOG: 'warn',
  })
  return true
}

/** Identifies the sources of the last build; throws without a build. */
export function readBuildStamp(): string {
  return readFileSync(buildStampFile, 'utf8')
}
