import { workerBundleBytes } from '../app-build.ts'
import type { Figure } from '../report.ts'

const MAX_BYTES = 1_500_000

export async function measureBundle(): Promise<Figure[]> {
  const bytes = await workerBundleBytes()
  return [
    {
      what: 'Worker bundle with all locales, gzip',
      measured: `${(bytes / 1000).toFixed(0)} KB`,
      target: '≤ 1,500 KB',
      met: bytes <= MAX_BYTES,
    },
  ]
}
