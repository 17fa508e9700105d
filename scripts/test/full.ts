import { ensureBuild } from '../server/build.ts'
import { run, withMessage } from '../server/run.ts'

/**
 * `npm run test:full`: simulation, secrecy, chaos and worker tests at full length (`npm test` runs a short form), and property
 * tests with new values. It runs every night, and before a change of encounters, matchmaker, seat, blocks or reports is merged.
 */
await withMessage(async () => {
  await ensureBuild()
  const full = { FULL_LENGTH: '1' }
  await run(
    'vitest',
    ['run', '--config', 'test/vitest.config.ts', '--project', 'unit', '--project', 'simulation', '--project', 'worker'],
    full,
  )
  await run('vitest', ['run', '--config', 'test/secrecy/vitest.config.ts'], full)
  await run('node', ['test/chaos/main.ts'])
})
