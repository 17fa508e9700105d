import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'

vi.setConfig({ testTimeout: 240_000 })

const entries = [
  ...globSync('scripts/*.ts', { exclude: ['**/*.test.ts'] }),
  'scripts/bench/run.ts',
  'scripts/deploy/main.ts',
  'scripts/test/full.ts',
  'scripts/test/summary.ts',
  'test/chaos/main.ts',
  'test/soak/main.ts',
]

/** They end servers by themselves, or count a failure as a failed test. */
const withTheirOwn = ['scripts/dev.ts', 'scripts/start.ts', 'scripts/test.ts']

test('every script prints a message if one of its steps fails', () => {
  expect(entries.length).toBeGreaterThan(20)
  const bare = entries.filter((path) => {
    const text = readFileSync(path, 'utf8')
    return withTheirOwn.includes(path) ? !text.includes('().catch((error: unknown)') : !/^await withMessage\(/m.test(text)
  })
  expect(bare).toEqual([])
})

/** A step in the middle fails: what it reads or writes is not in the folder where it runs. */
const cases = [
  { script: 'looked-at', args: ['de', 'auth'], says: 'locales/en', cure: 'Nothing is recorded' },
  { script: 'sizes', args: [], says: 'sizes', cure: 'npm run build' },
  { script: 'breached-passwords', args: ['absent.txt'], says: 'absent.txt', cure: '016-breached-passwords.md' },
  { script: 'breached-passwords', args: [], says: 'Name the list', cure: '016-breached-passwords.md' },
  { script: 'places', args: [], says: 'Name the folder', cure: 'src/features/location/server/places/places.bin' },
  { script: 'places', args: ['absent'], says: 'absent/cities', cure: 'as it was' },
  { script: 'zone-cities', args: ['absent'], says: 'absent/en', cure: 'as it was' },
  { script: 'structure', args: ['--root', 'absent'], says: 'absent', cure: 'scripts/structure.ts' },
  { script: 'structure', args: ['--none'], says: '--none', cure: 'scripts/structure.ts' },
  { script: 'state-before', args: ['absent'], says: 'absent', cure: 'npm ci' },
]

test.each(cases)('$script $args says what happened and what to do, without a stack trace', ({ script, args, says, cure }) => {
  const cwd = mkdtempSync(join(tmpdir(), 'kismet-entry-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  const { status, stderr } = spawnSync(process.execPath, [resolve(`scripts/${script}.ts`), ...args], { cwd, encoding: 'utf8' })
  expect(status, stderr).toBe(1)
  expect(stderr).toContain(says)
  expect(stderr).toContain(cure)
  expect(stderr).not.toMatch(/^\s+at |node:internal/m)
})

test('pictures of the screen without a browser', () => {
  const env = { ...process.env, CHROMIUM_PATH: '/absent/chromium' }
  const { status, stderr } = spawnSync(process.execPath, ['scripts/screenshots.ts'], { env, encoding: 'utf8' })
  expect(status, stderr).toBe(1)
  expect(stderr).toContain('/absent/chromium')
  expect(stderr).toContain('Set CHROMIUM_PATH')
  expect(stderr).not.toMatch(/^\s+at |node:internal/m)
})

test.skipIf(process.platform !== 'linux')('a script whose output cannot be written says so', () => {
  const command = `${process.execPath} scripts/vapid-keys.ts > /dev/full`
  const { status, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' })
  expect(status, stderr).toBe(1)
  expect(stderr).toContain('Nothing is stored')
  expect(stderr).not.toMatch(/^\s+at |node:internal/m)
})
