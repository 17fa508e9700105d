import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Written by the build for wrangler: the configuration that a command uses if it names none. */
const redirectFile = '.wrangler/deploy/config.json'

/**
 * `wrangler deploy` without a name uses the configuration of the last build. If that build was for this machine, the deployment
 * is refused. The check is not in wrangler.toml, because Vite's plugin would warn about it at each start. If the build was for an
 * environment, the redirect file is removed. What remains is the top of wrangler.toml, which cannot be deployed, and the release
 * names its configuration.
 */
export async function refuseBareDeployment(workerFolder: string, root: string): Promise<void> {
  const path = join(workerFolder, 'wrangler.json')
  const config: { vars: Record<string, unknown> } = JSON.parse(await readFile(path, 'utf8'))
  if (config.vars['ENVIRONMENT'] !== 'local') return rm(join(root, redirectFile), { force: true })
  const command = `node ${JSON.stringify(join(root, 'scripts/deploy/refuse.ts'))}`
  await writeFile(path, JSON.stringify({ ...config, build: { command } }))
}
