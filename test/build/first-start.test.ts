import { sessionActions } from '#features/auth/contract.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { buildStampFile } from '../../scripts/build/build-stamp.ts'
import { hashSources } from '../../scripts/build/hash-sources.ts'
import { describeDemo } from '../../scripts/server/demo-logins.ts'
import { freePort } from '../support/free-port.ts'

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

/** What a start of a clean checkout reads; besides, the projects that tsconfig.json names. */
const checkout = [
  'locales',
  'public',
  'scripts',
  'src',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'wrangler.toml',
]

/** A folder as after `git clone` and `npm ci`: without a build, a database and secrets. */
async function cleanCheckout(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'kismet-checkout-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  for (const path of [...checkout, ...globSync('test/**/tsconfig.json')]) await cp(path, join(root, path), { recursive: true })
  await symlink(resolve('node_modules'), join(root, 'node_modules'))
  return root
}

/**
 * Starts, and requests everything repeatedly from the first moment on. Returns the first answers of each, and what was printed
 * until these words had come.
 */
async function start(stateDir: string, root = '.', until = ['Sign in as one of these']) {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  // As npm starts it: under the variables that Vitest sets, wrangler and Miniflare say less.
  const { VITEST: _, NODE_ENV: _testing, ...own } = process.env
  const path = [resolve(root, 'node_modules/.bin'), own['PATH']].join(delimiter)
  const env = { ...own, PATH: path, PORT: String(port), STATE_DIR: stateDir }
  const child = spawn(process.execPath, ['scripts/start.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
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
    while (!until.every((words) => said.includes(words))) await wait(20)
    return { answers: { health, home, session }, said, port }
  } finally {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
}

/** Miniflare's note of where a sent email lies, which developers open. It comes at its own time, beside our entries. */
const emailNote = 'send_email binding called'
const emailNotes = new RegExp(`^\\[mf:info\\] ${emailNote} .*\\n(?:(?:(?:From|To|Subject|Text|HTML): .*)?\\n)*`, 'gm')

/** All that a start says besides the log of requests and emails: nothing that looks like a problem, one line for all migrations. */
function expectQuiet({ said, port }: { said: string; port: number }, built: string): void {
  const lines = said
    .replace(describeDemo(`http://localhost:${port}`), '')
    // The runtime's own note that an alarm was due while a server was closing; the alarm is kept.
    .replaceAll(/^NOSENTRY SQLite alarm handler canceled .*$/gm, '')
    .replaceAll(emailNotes, '')
    .split('\n')
    .filter(Boolean)
  const entries = lines.filter((line) => line.startsWith('{'))
  expect(lines.filter((line) => !entries.includes(line))).toEqual([
    'Building the application (the first time takes a little) …',
    built,
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
    for (const each of [first, next]) expectQuiet(each, 'Nothing changed since the last build.')
    // The output names one address, the one to open.
    for (const { said } of [first, next])
      expect(new Set(said.match(/(?:127\.0\.0\.1|localhost):\d+/g)?.map((address) => address.split(':')[1])).size, said).toBe(1)
  } finally {
    await rm(stateDir, { recursive: true, force: true })
  }
}, 240_000)

test('the first start of a clean checkout builds, prints nothing but its own lines, and the next one builds nothing', async () => {
  const root = await cleanCheckout()
  const stateDir = join(root, 'state')
  const first = await start(stateDir, root)
  expect(first.answers.home).toBe(200)
  expectQuiet(first, 'Built.')
  // The build itself says whose sources it has, so that after `npm run build` no test and no start builds again.
  expect(await readFile(join(root, buildStampFile), 'utf8')).toBe(await hashSources(root))
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> }
  expect(scripts['build']).toMatch(/^vite build /)
  // The second sign-in is from a browser that the member has not used: an email about it goes through the queue.
  const next = await start(stateDir, root, ['Sign in as one of these', '"kind":"new-device","outcome":"sent"', emailNote])
  expectQuiet(next, 'Nothing changed since the last build.')
}, 400_000)
