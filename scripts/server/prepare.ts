import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readBuildStamp } from './build.ts'
import { migrate } from './migrate.ts'
import { seed } from './seed.ts'
import { openDatabases, serve } from './serve.ts'

export type Preparation = { stateDir: string; secrets: Record<string, string>; say?: (line: string) => void }

/**
 * Migrates a state folder and seeds it with a server on a random port; the real port stays closed until everything is ready. A
 * folder that this very build has prepared is skipped, so that the next start need not wait.
 */
export async function prepare({ stateDir, secrets, say = () => {} }: Preparation): Promise<void> {
  // Stored beside the database, so that removing the database also removes the stamp.
  const stampFile = join(stateDir, 'd1', 'prepared-by')
  const stamp = readBuildStamp()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return say('Database is up to date.')
  const applied = await migrateState(stateDir)
  say(applied ? `Database migrated (${applied} new).` : 'Database is up to date.')
  const server = await serve({ port: 0, stateDir, secrets })
  try {
    await seed(server.url, secrets['SESSION_SECRET'] ?? '')
  } finally {
    await server.close()
  }
  writeFileSync(stampFile, stamp)
}

/**
 * Migrates a state folder before any code of the worker runs, as a deployment does, because pending alarms read new columns.
 * `configFile`: another configuration than the build's.
 */
export async function migrateState(stateDir: string, configFile?: string): Promise<number> {
  const databases = await openDatabases(stateDir, configFile)
  try {
    return await migrate(databases.miniflare)
  } finally {
    await databases.close()
  }
}
