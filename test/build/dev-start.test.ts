import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeDemo } from '../../scripts/server/demo-logins.ts'
import { freePort } from '../support/free-port.ts'

/** Starts the development server, opens a page and ends it. Returns all that it printed, and what its start is to print. */
async function start(stateDir: string) {
  const port = await freePort()
  const env = { ...process.env, NODE_ENV: 'development', PORT: String(port), STATE_DIR: stateDir }
  const child = spawn(process.execPath, ['scripts/dev.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit')
  const ready = Promise.withResolvers<void>()
  const logins = describeDemo(`http://localhost:${port}`)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes(logins)) ready.resolve()
    })
  }
  try {
    await Promise.race([ready.promise, ended])
    const page = await fetch(`http://localhost:${port}/`)
    expect([page.status, await page.text()], said).toEqual([200, expect.stringContaining('</html>')])
  } finally {
    child.kill('SIGTERM')
    await ended
  }
  // Wrangler names the file of the local secrets. That is no warning, and nobody can turn it off.
  return { said: said.replace(/^Using secrets defined in \.dev\.vars *\n/m, ''), logins }
}

test('npm run dev prints one line for all migrations, the logins, and nothing else, the first time and the next', async () => {
  const stateDir = await mkdtemp(join(tmpdir(), 'kismet-dev-start-'))
  try {
    const first = await start(stateDir)
    expect(first.said).toBe(`Database migrated.\n${first.logins}\n`)
    const next = await start(stateDir)
    expect(next.said).toBe(`Database is up to date.\n${next.logins}\n`)
  } finally {
    await rm(stateDir, { recursive: true, force: true })
  }
}, 300_000)
