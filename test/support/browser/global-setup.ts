import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuild } from '../../../scripts/server/build.ts'
import { migrate } from '../../../scripts/server/migrate.ts'
import { seed } from '../../../scripts/server/seed.ts'
import { serve } from '../../../scripts/server/serve.ts'
import { providerVars, startProvider } from '../provider/provider.ts'

/** Starts the production build with the demo data; the address and the server's log reach the tests by environment. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  await ensureBuild()
  const stateDir = mkdtempSync(join(tmpdir(), 'kismet-e2e-'))
  const logFile = join(stateDir, 'server.log')
  const secret = 'only-for-browser-tests-0123456789abcdefghijklmnop'
  const provider = await startProvider()
  const server = await serve({
    port: 0,
    stateDir,
    secrets: { SESSION_SECRET: secret },
    vars: providerVars(provider.origin),
    onLog: (line) => appendFileSync(logFile, `${line}\n`),
  })
  await migrate(server.miniflare)
  await seed(server.url, secret)
  process.env['BASE_URL'] = server.url
  process.env['SERVER_LOG'] = logFile
  return async () => {
    await server.close()
    await provider.close()
    rmSync(stateDir, { recursive: true, force: true })
  }
}
