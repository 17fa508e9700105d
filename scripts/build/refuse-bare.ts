import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What the build leaves for wrangler: which configuration a command takes that names none. */
const redirectFile = '.wrangler/deploy/config.json'

/**
 * `wrangler deploy` without a name takes the configuration of the last build. Where that was for this machine, it is
 * refused. Not in wrangler.toml, where Vite's plugin would warn of it at each start. Where it was for an environment, the way to
 * it is removed: the top of wrangler.toml, which is left, cannot be deployed, and the release names its configuration.
 */
export async function refuseBareDeployment(workerFolder: string, root: string): Promise<void> {
  const path = join(workerFolder, 'wrangler.json')
  const config: { vars: Record<string, unknown> } = JSON.parse(await readFile(path, 'utf8'))
  if (config.vars['ENVIRONMENT'] !== 'local') return rm(join(root, redirectFile), { force: true })
  const command = `node ${JSON.stringify(join(root, 'scripts/deploy/refuse.ts'))}`
  await writeFile(path, JSON.stringify({ ...config, build: { command } }))
}
