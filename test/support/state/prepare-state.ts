import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { addConsents } from '../../../scripts/bench/realtime/people.ts'
import { migrate } from '../../../scripts/server/migrate.ts'
import { serve } from '../../../scripts/server/serve.ts'
import { moveTimes, stateSecret, unpack, type Notes } from '../../../scripts/state/fixture.ts'

export const stateSecrets = { SESSION_SECRET: stateSecret }

/** The small state of an earlier version, brought up to date; it goes with the test. */
export async function prepareState(): Promise<{ stateDir: string; notes: Notes }> {
  const folder = mkdtempSync(join(tmpdir(), 'kismet-state-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const stateDir = join(folder, 'state')
  const notes = unpack(stateDir)
  moveTimes(stateDir, Date.now() - notes.madeAt)
  const server = await serve({ port: 0, stateDir, secrets: stateSecrets })
  try {
    await migrate(server.miniflare)
    const db = await server.miniflare.getD1Database('DB')
    const { results } = await db.prepare('select id from members').all<{ id: string }>()
    await addConsents(
      server.miniflare,
      results.map(({ id }) => id),
    )
  } finally {
    await server.close()
  }
  return { stateDir, notes }
}
