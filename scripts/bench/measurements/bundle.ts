import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { appModules, WORKER_DIR } from '../app-build.ts'
import type { Figure } from '../report.ts'

const MAX_BYTES = 1_500_000

/** The worker's modules as they are uploaded, gzip as Cloudflare counts them. */
export async function measureBundle(): Promise<Figure[]> {
  const modules = await appModules()
  const contents = await Promise.all(modules.map((path) => readFile(join(WORKER_DIR, path))))
  const bytes = gzipSync(Buffer.concat(contents)).length
  return [
    {
      what: 'Worker bundle with all locales, gzip',
      measured: `${(bytes / 1000).toFixed(0)} kB in ${modules.length} modules`,
      target: '≤ 1,500 kB',
      met: bytes <= MAX_BYTES,
    },
  ]
}
