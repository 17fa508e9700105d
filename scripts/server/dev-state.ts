import { join } from 'node:path'

/** Folder of the development server's state. Wrangler and the plugin of Vite both add the same subfolder. */
export function devStateFolder(): string {
  return process.env['STATE_DIR'] ?? join('.wrangler', 'state')
}

/** What the development server's runtime stores, in that subfolder. */
export const devDatabases = (): string => join(devStateFolder(), 'v3')
