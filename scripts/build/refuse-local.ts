import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * `wrangler deploy` without a name takes the configuration of the last build. Where that was for this machine, it is
 * refused. Not in wrangler.toml, where Vite's plugin would warn of it at each start.
 */
export async function refuseLocalDeployment(workerFolder: string, root: string): Promise<void> {
  const path = join(workerFolder, 'wrangler.json')
  const config: { vars: Record<string, unknown> } = JSON.parse(await readFile(path, 'utf8'))
  if (config.vars['ENVIRONMENT'] !== 'local') return
  const command = `node ${JSON.stringify(join(root, 'scripts/deploy/refuse.ts'))}`
  await writeFile(path, JSON.stringify({ ...config, build: { command } }))
}
