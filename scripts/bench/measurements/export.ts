import type { D1Database, R2Bucket } from '@cloudflare/workers-types'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SeedMessage } from '#features/chat/contract.ts'
import { exportActions, type ExportState } from '#features/personal-data/contract.ts'
import { origin, signIn, startApp, type RunningApp } from '../app.ts'
import { cpuTimeMs } from '../cpu.ts'
import type { Figure } from '../report.ts'

const MESSAGES = 100_000
const PHOTOS = 300
const PHOTO_BYTES = 200_000
const SEEDED_AT_ONCE = 2000
const PATIENCE_MS = 10 * 60_000
/** The limit of one run in production (wrangler.toml, `cpu_ms`). */
const CPU_MS = 5000

type Owner = { id: string; email: string; conversation: string; other: string }
type Seeded = { seedMessages(messages: readonly SeedMessage[]): Promise<void> }

/** An export of 100,000 messages and 300 photos: time and processor time until it is ready, and to download it. */
export async function measureExport(workDir: string): Promise<Figure[]> {
  const runs: { steps: number; ms: number }[] = []
  await using app = await startApp(workDir, {
    onLog: (line) => {
      const found = /\{"level":"info","what":"export".*\}/.exec(line)
      if (found) runs.push(JSON.parse(found[0]) as { steps: number; ms: number })
    },
  })
  const owner = await fill(app)
  const cookie = await signIn(app, owner.email)
  const headers = { cookie, origin: origin(app), 'content-type': 'application/json' }
  const [before, startedAt] = [await cpuTimeMs(app.pid), Date.now()]
  const asked = await fetch(origin(app) + exportActions.ask.path, { method: 'POST', headers, body: '{}' })
  if (asked.status !== 202) throw new Error(`The export was refused: ${asked.status} ${await asked.text()}`)
  let state: ExportState = { state: 'preparing' }
  while (state.state === 'preparing' && Date.now() - startedAt < PATIENCE_MS) {
    await sleep(500)
    state = (await (await fetch(origin(app) + exportActions.state.path, { headers })).json()) as ExportState
  }
  if (state.state !== 'ready') throw new Error(`The export is ${state.state}`)
  const [made, readyAt] = [await cpuTimeMs(app.pid), Date.now()]
  const file = await fetch(origin(app) + exportActions.download.path.replace(':id', state.id), { headers })
  let bytes = 0
  for await (const chunk of file.body ?? []) bytes += chunk.length
  const [sent, sentAt] = [await cpuTimeMs(app.pid), Date.now()]
  if (bytes !== state.size) throw new Error(`The file has ${bytes} bytes instead of ${state.size}`)
  const perRun = (made - before) / Math.max(1, runs.length)
  const longestMs = Math.max(0, ...runs.map(({ ms }) => ms))
  return [
    {
      what: `Export of ${MESSAGES.toLocaleString('en')} messages and ${PHOTOS} photos: CPU of a run of the queue, with D1, objects and R2 on the same thread`,
      measured: `${Math.round(perRun)} ms on average (${runs.length} runs, ${runs.reduce((sum, { steps }) => sum + steps, 0)} steps; longest run ${longestMs} ms; ${Math.round((made - before) / 1000)} s CPU and ${Math.round((readyAt - startedAt) / 1000)} s in all; peak memory ${await peakMegabytes(app.pid)} MB of the whole process)`,
      target: `≤ ${CPU_MS} ms`,
      met: perRun <= CPU_MS,
    },
    {
      what: `Its download of ${(bytes / 1e6).toFixed(0)} MB: CPU`,
      measured: `${sent - made} ms (${((sentAt - readyAt) / 1000).toFixed(1)} s)`,
      target: `≤ ${CPU_MS} ms`,
      met: sent - made <= CPU_MS,
    },
  ]
}

/** Fills a match of the demo with messages, and gives one of the two photos. */
async function fill(app: RunningApp): Promise<Owner> {
  const db = (await app.miniflare.getD1Database('DB')) as unknown as D1Database
  const owner = await db
    .prepare(
      `SELECT p.conversation_id AS conversation, p.low_id AS id, p.high_id AS other, m.email FROM pairs p JOIN members m ON m.id = p.low_id
       WHERE p.ended_at IS NULL AND m.state = 'complete' AND m.email GLOB 'en-[0-9]*@demo.test' ORDER BY p.conversation_id LIMIT 1`,
    )
    .first<Owner>()
  if (!owner) throw new Error('The demo has no match')
  const namespace = await app.miniflare.getDurableObjectNamespace('CONVERSATION')
  const stub = namespace.get(namespace.idFromName(owner.conversation)) as unknown as Seeded
  const start = Date.now() - 300 * 24 * 3_600_000
  for (let n = 0; n < MESSAGES; n += SEEDED_AT_ONCE) {
    const messages = Array.from({ length: SEEDED_AT_ONCE }, (_, index): SeedMessage => {
      const text = 'so the evening went on and we walked along the river '.repeat(1 + ((n + index) % 3))
      return { cid: `bench-${n + index}`, from: index % 3 === 0 ? owner.id : owner.other, text, sentAt: start + n + index }
    })
    await stub.seedMessages(messages)
  }
  const bucket = (await app.miniflare.getR2Bucket('PHOTOS')) as unknown as R2Bucket
  for (let n = 0; n < PHOTOS; n += 1) {
    const key = `bench-${n}-`.padEnd(22, 'x')
    await bucket.put(`photos/${key}/1280.webp`, randomBytes(PHOTO_BYTES).buffer)
    await db
      .prepare(
        "INSERT INTO photos (id, member_id, position, key, state, width, height, created_at) VALUES (?, ?, ?, ?, 'approved', 4, 3, 1)",
      )
      .bind(key, owner.id, 100 + n, key)
      .run()
  }
  return owner
}

/** The most memory that a process has had so far (`man 5 proc`, VmHWM). */
async function peakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1000)
}
