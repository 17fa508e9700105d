import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { refuseBareDeployment } from './refuse-bare.ts'

const redirect = '.wrangler/deploy/config.json'
const built = 'dist/kismet'
const worker = "export default { fetch: () => new Response('') }\n"

/** A folder as a build for this environment leaves it, with a worker of one line. */
function buildFor(environment: string): string {
  const root = mkdtempSync(join(tmpdir(), 'kismet-built-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const folder of ['.wrangler/deploy', built, 'src/worker']) mkdirSync(join(root, folder), { recursive: true })
  cpSync('wrangler.toml', join(root, 'wrangler.toml'))
  const config = {
    name: `kismet-${environment}`,
    main: 'index.js',
    compatibility_date: '2026-09-18',
    vars: { ENVIRONMENT: environment },
    no_bundle: true,
  }
  writeFileSync(join(root, built, 'wrangler.json'), JSON.stringify(config))
  for (const path of [`${built}/index.js`, 'src/worker/index.ts']) writeFileSync(join(root, path), worker)
  writeFileSync(join(root, redirect), JSON.stringify({ configPath: `../../${built}/wrangler.json` }))
  return root
}

function deploy(root: string, ...args: string[]) {
  const env = { ...process.env, WRANGLER_SEND_METRICS: 'false', CI: 'true' }
  const { status, stdout, stderr } = spawnSync(resolve('node_modules/.bin/wrangler'), ['deploy', '--dry-run', ...args], {
    cwd: root,
    env,
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

test('after a build for production, a deployment that names nothing fails, and the release’s own goes on', async () => {
  const root = buildFor('production')
  expect(deploy(root), 'what the build’s tool leaves').toMatchObject({ status: 0 })
  await refuseBareDeployment(join(root, built), root)
  expect(deploy(root)).toEqual({ status: 1, output: expect.stringContaining('missing the required `directory`') })
  expect(deploy(root, '--config', `${built}/wrangler.json`)).toMatchObject({ status: 0 })
}, 300_000)

test.each(['staging', 'production'])('after a build for %s nothing leads wrangler to it', async (environment) => {
  const root = buildFor(environment)
  const before = readFileSync(join(root, built, 'wrangler.json'), 'utf8')
  await refuseBareDeployment(join(root, built), root)
  expect(existsSync(join(root, redirect))).toBe(false)
  expect(readFileSync(join(root, built, 'wrangler.json'), 'utf8')).toBe(before)
  await expect(refuseBareDeployment(join(root, built), root), 'again').resolves.toBeUndefined()
})

test('after a build for this machine wrangler is led to what refuses it', async () => {
  const root = buildFor('local')
  await refuseBareDeployment(join(root, built), root)
  expect(existsSync(join(root, redirect))).toBe(true)
  const { build } = JSON.parse(readFileSync(join(root, built, 'wrangler.json'), 'utf8'))
  expect(build.command).toContain('scripts/deploy/refuse.ts')
})
