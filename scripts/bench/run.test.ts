import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('the bench starts: nothing that it measures with needs what only a build has', { timeout: 60_000 }, async () => {
  const run = promisify(execFile)(process.execPath, [join(import.meta.dirname, 'run.ts'), 'unknown-name'])
  await expect(run).rejects.toMatchObject({
    stderr: expect.stringMatching(/^\nNo measurement is called unknown-name; there are .*\nIt measures the build in dist.*\n$/),
  })
})
