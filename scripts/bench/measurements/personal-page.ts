import { get } from 'node:http'
import { performance } from 'node:perf_hooks'
import { origin, signIn, startApp } from '../app.ts'
import { WORKER_DIR } from '../app-build.ts'
import { compareUnderLoad, median } from '../compare.ts'
import type { Figure } from '../report.ts'

const PATH = '/people-nearby'
const MEMBERS = ['anna@demo.test', 'ben@demo.test', 'olena@demo.test', 'piotr@demo.test', 'elif@demo.test']
const HUB_DELAY_MS = 600
/** A shell that is later than usual by more than this counts as having waited. */
const TOLERANCE_MS = 100

/**
 * The signed-in page of people nearby: its first byte while the member's own object is slow. Also its cost under load, and the
 * store's.
 */
export async function measurePersonalPage(workDir: string): Promise<Figure[]> {
  const usual = await firstByteFigures(workDir)
  const slow = await firstByteFigures(workDir, slowHubEntry())
  if (slow.lastByteMs < HUB_DELAY_MS) throw new Error('The page did not wait for the slow object: nothing was measured')
  return [
    {
      what: `First byte of people nearby when the member's object needs ${HUB_DELAY_MS} ms more`,
      measured: `${slow.firstByteMs.toFixed(0)} ms, last byte ${slow.lastByteMs.toFixed(0)} ms (usual: ${usual.firstByteMs.toFixed(0)} and ${usual.lastByteMs.toFixed(0)} ms)`,
      target: 'no wait',
      met: slow.firstByteMs < usual.firstByteMs + TOLERANCE_MS,
    },
    await underLoad(workDir, 'People nearby', PATH),
    await underLoad(workDir, 'The store', '/store'),
  ]
}

/** Medians over the demo members, after the isolate has warmed up. */
async function firstByteFigures(workDir: string, entry?: { path: string; contents: string }) {
  await using app = await startApp(workDir, { entry })
  const cookies = []
  for (const email of MEMBERS) cookies.push(await signIn(app, email))
  for (const cookie of cookies) await timePage(`${origin(app)}${PATH}`, cookie)
  const times = []
  for (const cookie of cookies) times.push(await timePage(`${origin(app)}${PATH}`, cookie))
  return {
    firstByteMs: median(times.map((time) => time.firstByteMs)),
    lastByteMs: median(times.map((time) => time.lastByteMs)),
  }
}

function timePage(url: string, cookie: string): Promise<{ firstByteMs: number; lastByteMs: number }> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    get(url, { headers: { Cookie: cookie } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${PATH} answered ${response.statusCode}`))
      let firstByteMs = Number.NaN
      response.once('data', () => (firstByteMs = performance.now() - startedAt))
      response.on('data', () => undefined)
      response.on('end', () => resolve({ firstByteMs, lastByteMs: performance.now() - startedAt }))
    }).on('error', reject)
  })
}

/** The app with member objects that answer slowly about unread counts. The rest is the built code. */
function slowHubEntry() {
  return {
    path: `${WORKER_DIR}/slow-hub.js`,
    contents: `import app, { MemberHub as Hub } from './index.js';
export * from './index.js';
export default app;
export class MemberHub extends Hub {
  async freshSummary() {
    await scheduler.wait(${HUB_DELAY_MS});
    return super.freshSummary();
  }
}
`,
  }
}

async function underLoad(workDir: string, name: string, path: string): Promise<Figure> {
  await using app = await startApp(workDir)
  const cookie = await signIn(app)
  const { page } = await compareUnderLoad({
    page: { pid: app.pid, port: app.port, path, headers: { Cookie: cookie } },
  })
  return {
    what: `${name}, signed in, with D1 and the member’s object on the same thread`,
    measured: `${page.requestsPerSecond.toFixed(0)} requests/s, ${page.cpuMicrosPerRequest.toFixed(0)} µs CPU`,
    target: 'none',
    met: true,
  }
}
