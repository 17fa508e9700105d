import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'

/**
 * A wrangler that only writes down how it was called. It answers the query for the stored hash, and keeps the hash that the last
 * written file has.
 */
const fake = `#!/usr/bin/env node
const { appendFileSync, existsSync, readFileSync, writeFileSync } = require('node:fs')
const args = process.argv.slice(2)
const at = (name) => args[args.indexOf(name) + 1]
appendFileSync(process.env.CALLS, JSON.stringify(args) + '\\n')
if (args.includes('--json')) {
  const hash = existsSync(process.env.HASH) ? readFileSync(process.env.HASH, 'utf8') : null
  console.log(JSON.stringify([{ results: hash ? [{ hash }] : [], success: true }], null, 2))
}
if (args.includes('--file')) writeFileSync(process.env.HASH, /values \\(1, 1, '([0-9a-f]{64})'\\)/.exec(readFileSync(at('--file'), 'utf8'))[1])
`

function setUp() {
  const folder = mkdtempSync(join(tmpdir(), 'kismet-seed-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'wrangler'), fake)
  chmodSync(join(folder, 'wrangler'), 0o755)
  const calls = join(folder, 'calls')
  const env = { ...process.env, PATH: [folder, process.env['PATH']].join(delimiter), CALLS: calls, HASH: join(folder, 'hash') }
  return async (...args: string[]) => {
    rmSync(calls, { force: true })
    const child = spawn(process.execPath, ['scripts/seed-content.ts', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()))
    const [code] = await once(child, 'close')
    const lines = existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []
    const called = lines.map((line): string[] => JSON.parse(line))
    return { code, said, called, written: called.filter((each) => each.includes('--file')) }
  }
}

const place = ['d1', 'execute', 'kismet-staging', '--remote', '--env', 'staging']

test('content goes to the named database once, and again when it is forced', { timeout: 240_000 }, async () => {
  const seed = setUp()
  const first = await seed('--remote', 'staging')
  expect([first.code, first.written.length], first.said).toEqual([0, 1])
  for (const call of first.called) expect(call.slice(0, place.length)).toEqual(place)
  const again = await seed('--remote', 'staging')
  expect([again.code, again.written], again.said).toEqual([0, []])
  expect(again.said).toContain('nothing is written')
  const forced = await seed('--remote', 'staging', '--force')
  expect([forced.code, forced.written.length], forced.said).toEqual([0, 1])
})

test('without the name of an environment nothing is called', { timeout: 120_000 }, async () => {
  const { code, said, called } = await setUp()('--remote', '--force')
  expect([code, said.trim(), called]).toEqual([1, 'Say whose database: staging or production', []])
})
