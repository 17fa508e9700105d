import { sessionActions } from '#features/auth/contract.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { requireAppBuild } from '../../scripts/bench/app-build.ts'
import { describeDemo } from '../../scripts/server/demo-logins.ts'
import { freePort } from '../support/free-port.ts'

requireAppBuild()

/** The answer to a request: its status, or 'closed' while no server listens. */
async function ask(url: string, init?: RequestInit): Promise<number | 'closed'> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(60_000) })
    await response.arrayBuffer()
    return response.status
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } }
    if (cause?.code === 'ECONNREFUSED') return 'closed'
    throw error
  }
}

/** Starts, and requests everything repeatedly from the first moment on. Returns the first answers of each. */
async function start(stateDir: string) {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const env = { ...process.env, PORT: String(port), STATE_DIR: stateDir }
  const child = spawn(process.execPath, ['scripts/start.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const signIn = {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'anna@demo.test', password: 'kismet-demo-1' }),
  }
  const requests = { health: ['/healthz'], home: ['/'], signIn: [sessionActions.signIn.path, signIn] } as const
  const firstAnswerOf = async ([path, init]: readonly [string, RequestInit?]) => {
    for (;;) {
      if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${said}`)
      const answer = await ask(origin + path, init)
      if (answer !== 'closed') return answer
      await wait(20)
    }
  }
  try {
    const [health, home, session] = await Promise.all(Object.values(requests).map(firstAnswerOf))
    while (!said.includes('Sign in as one of these')) await wait(20)
    return { answers: { health, home, session }, said, port }
  } finally {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
}

/** All that a start says besides the log of requests and emails: nothing that looks like a problem, one line for all migrations. */
function expectQuiet({ said, port }: { said: string; port: number }): void {
  const lines = said
    .replace(describeDemo(`http://localhost:${port}`), '')
    .split('\n')
    .filter(Boolean)
  const entries = lines.filter((line) => line.startsWith('{'))
  expect(lines.filter((line) => !entries.includes(line))).toEqual([
    'Building the application (the first time takes a little) …',
    'Nothing changed since the last build.',
    expect.stringMatching(/^Database (?:migrated \(\d+ new\)|is up to date)\.$/),
  ])
  expect(entries.filter((line) => !line.includes('"level":"info"'))).toEqual([])
}

test('a server that starts answers nothing before it is migrated and seeded, the first time and the next', async () => {
  const stateDir = await mkdtemp(join(tmpdir(), 'kismet-first-start-'))
  const ready = { health: 200, home: 200, session: 200 }
  try {
    const first = await start(stateDir)
    expect(first.answers).toEqual(ready)
    expect(first.said).toMatch(/Database migrated \(\d+ new\)/)
    const next = await start(stateDir)
    expect(next.answers).toEqual(ready)
    expect(next.said).toContain('Database is up to date')
    expectQuiet(first)
    expectQuiet(next)
    // The output names one address, the one to open.
    for (const { said } of [first, next])
      expect(new Set(said.match(/(?:127\.0\.0\.1|localhost):\d+/g)?.map((address) => address.split(':')[1])).size, said).toBe(1)
  } finally {
    await rm(stateDir, { recursive: true, force: true })
  }
}, 240_000)
