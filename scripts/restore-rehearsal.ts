import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuild } from './server/build.ts'
import { withMessage } from './server/run.ts'
import { prepare } from './server/prepare.ts'
import { stateSecret } from './state/fixture.ts'
import { rehearse } from './state/rehearse.ts'

/**
 * `npm exec -- node scripts/restore-rehearsal.ts`: creates the demo's state, loses its database and photos, and restores them
 * from a copy. It prints the times and what members find afterwards (docs/operations/repair.md, 'Restoring').
 */
await withMessage(async () => {
  await ensureBuild()
  const folder = mkdtempSync(join(tmpdir(), 'kismet-rehearsal-'))
  const [stateDir, copyDir] = [join(folder, 'state'), join(folder, 'copy')]
  const secrets = { SESSION_SECRET: stateSecret }
  try {
    await prepare({ stateDir, secrets })
    console.log(JSON.stringify(await rehearse({ stateDir, copyDir, secrets }), null, 2))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
