import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBuilder } from 'vite'
import { afterEach, expect, test, vi } from 'vitest'
import { CLIENT_DIR, WORKER_DIR } from '../../scripts/bench/app-build.ts'
import { noticesFile, packageList } from '../../scripts/build/licences.ts'
import { serve } from '../../scripts/server/serve.ts'

afterEach(() => void vi.unstubAllEnvs())

const notices = readFileSync(join(CLIENT_DIR, noticesFile), 'utf8')
const entries = [...notices.matchAll(/^={100}\n(.+) (\S+) · (\S+)\n={100}\n\n([^=]{200,})/gm)].map(
  ([, name = '', version = '', licence = '', text = '']) => ({ name, version, licence, text }),
)
const named = new Set(entries.map(({ name }) => name))

/** The package of a module's path, or undefined for our own. */
const packageOf = (path: string) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]
const packagesOf = (paths: Iterable<string>) => new Set([...paths].flatMap((path) => packageOf(path) ?? []))

test('every package in the worker’s bundle has an entry with a text', () => {
  const maps = readdirSync(WORKER_DIR, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.js.map'))
  const sources = maps.flatMap(
    (path) => (JSON.parse(readFileSync(join(WORKER_DIR, path), 'utf8')) as { sources: string[] }).sources,
  )
  const packages = packagesOf(sources)
  expect(packages).toContain('hono')
  expect([...packages].filter((name) => !named.has(name))).toEqual([])
})

test('every package in the browser’s bundle has an entry with a text', async () => {
  // Otherwise React's development build would be bundled.
  vi.stubEnv('NODE_ENV', 'production')
  const modules = new Set<string>()
  const graph = {
    name: 'test:graph',
    generateBundle(_: unknown, bundle: Record<string, { moduleIds?: string[] }>) {
      for (const { moduleIds = [] } of Object.values(bundle)) for (const id of moduleIds) modules.add(id)
    },
  }
  const builder = await createBuilder({ logLevel: 'error', plugins: [graph], build: { write: false } })
  const { client } = builder.environments
  if (!client) throw new Error('There is no build for browsers')
  await builder.build(client)
  const packages = packagesOf(modules)
  expect(packages).toContain('react-dom')
  expect([...packages].filter((name) => !named.has(name))).toEqual([])
}, 120_000)

test('so has all that package.json names as shipped, and what ships beside modules', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> }
  const beside = ['lucide-static', '@fontsource-variable/literata', '@fontsource-variable/onest', 'vite', 'rolldown']
  expect([...Object.keys(dependencies), ...beside].filter((name) => !named.has(name))).toEqual([])
})

test('nothing copyleft ships', () => {
  const licences = new Set(entries.map(({ licence }) => licence))
  expect([...licences].sort()).toEqual(['Apache-2.0', 'CC-BY-4.0', 'ISC', 'MIT', 'OFL-1.1', 'Unicode-3.0'])
  expect(notices).toContain('By GeoNames, https://www.geonames.org, under https://creativecommons.org/licenses/by/4.0/.')
  expect(notices.match(/^={100}$/gm)).toHaveLength(2 * entries.length)
})

test('browsers get the notices, and no list of the build', async () => {
  const stateDir = await mkdtemp(join(tmpdir(), 'kismet-licences-'))
  const server = await serve({ port: 0, stateDir, secrets: { SESSION_SECRET: '0'.repeat(43) } })
  try {
    const response = await fetch(`${server.url}/${noticesFile}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^text\/plain; charset=utf-8/),
    ])
    expect(await response.text()).toBe(notices)
    expect(readdirSync(CLIENT_DIR)).not.toContain(packageList)
    expect(readdirSync(WORKER_DIR)).not.toContain(packageList)
  } finally {
    await server.close()
    await rm(stateDir, { recursive: true, force: true })
  }
}, 60_000)
