import { join } from 'node:path'

/** Folder of the development server's state. Wrangler and the plugin of Vite both add their own subfolder, `v3`. */
export function devStateFolder(): string {
  return process.env['STATE_DIR'] ?? join('.wrangler', 'state')
}
