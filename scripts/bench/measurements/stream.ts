import { join } from 'node:path'
import { reactStream } from '../../build/react-stream.ts'
import { buildWorker } from '../build-worker.ts'
import { compareUnderLoad } from '../compare.ts'
import type { Target } from '../load.ts'
import type { Figure } from '../report.ts'
import { startWorkerd } from '../workerd.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures')

/**
 * Compares React's stream as published, the patched one, and the same bytes without any work. Each runs in its own workerd
 * process.
 */
export async function measureStream(workDir: string): Promise<Figure[]> {
  const workers = {
    bare: await buildWorker('stream-bare', join(FIXTURES, 'stream.tsx'), workDir),
    patched: await buildWorker('stream-patched', join(FIXTURES, 'stream.tsx'), workDir, [reactStream()]),
    constant: await buildWorker('constant', join(FIXTURES, 'constant.tsx'), workDir),
  }
  await using servers = new AsyncDisposableStack()
  const start = async (name: keyof typeof workers): Promise<Target> => {
    const workerd = servers.use(await startWorkerd(workers[name]))
    return { pid: workerd.pid, port: workerd.port, path: '/' }
  }
  const targets = { bare: await start('bare'), patched: await start('patched'), constant: await start('constant') }

  const pages = await Promise.all(Object.values(targets).map(({ port }) => fetchBytes(port)))
  const [bare] = pages
  if (!bare || !pages.every((page) => page.equals(bare))) throw new Error('The variants do not send the same bytes')

  const compared = await compareUnderLoad(targets)
  const describe = ({ requestsPerSecond, cpuMicrosPerRequest }: (typeof compared)['bare']) =>
    `${requestsPerSecond.toFixed(0)} requests/s, ${cpuMicrosPerRequest.toFixed(0)} µs CPU`
  return [
    {
      what: `Streamed page (${bare.length} bytes, nonce, one late boundary) to the bare React stream`,
      measured: `${compared.patched.ratio.toFixed(2)} × (${describe(compared.patched)}; bare ${describe(compared.bare)}; constant ${describe(compared.constant)})`,
      target: '≥ 2 ×',
      met: compared.patched.ratio >= 2,
    },
  ]
}

async function fetchBytes(port: number): Promise<Buffer> {
  const response = await fetch(`http://127.0.0.1:${port}/`)
  if (response.status !== 200) throw new Error(`The worker answered ${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}
