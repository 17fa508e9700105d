import { signUpActions } from '#features/auth/contract.ts'
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { citySeeds } from '#features/location/server/cities.ts'
import { annaAndBen, dialogues } from '#seed/demo/dialogues.ts'
import * as named from '#seed/demo/named.ts'
import { demoLanguages } from '#seed/demo/languages/all.ts'
import { drawAvatar } from '#features/avatars/server/draw.ts'
import { words } from '#features/auth/sign-up/server/common-words.ts'
import { renamedZones, zoneCities } from '#features/settings/server/zone-cities.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { createMessageReader } from '#shared/i18n/packed-messages.ts'
import { locales } from '#shared/i18n/locales.ts'
import type { Namespace } from '#shared/i18n/messages.ts'
import { typeset } from '#shared/i18n/typeset.ts'
import { appModules, CLIENT_DIR, copyAppWorker, WORKER_DIR } from '../../scripts/bench/app-build.ts'
import type { Manifest } from '../../src/worker/render/assets.ts'
import { readClientManifest } from '../../scripts/bench/client-files.ts'
import { startWorkerd } from '../../scripts/bench/workerd.ts'
import { withoutPropertyLiterals } from '../../scripts/build/worker-patterns.ts'
import { localLimits } from '../../scripts/server/limits.ts'

/** Addresses may contain an email's secret or a search query (docs/operations/repair.md, 'When something goes wrong'). */
describe('what the deployment lets the platform log', () => {
  test('no line per request, no query of an address, no traces', () => {
    const { observability } = JSON.parse(readFileSync(join(WORKER_DIR, 'wrangler.json'), 'utf8')) as { observability: unknown }
    expect(observability).toMatchObject({
      enabled: true,
      redact_query_string: true,
      logs: { enabled: true, invocation_logs: false },
      traces: { enabled: false },
    })
  })
})

test('a local build cannot be deployed: wrangler runs what refuses it, and ends', () => {
  const { build, vars } = JSON.parse(readFileSync(join(WORKER_DIR, 'wrangler.json'), 'utf8'))
  expect(vars.ENVIRONMENT).toBe('local')
  expect(spawnSync(build.command, { shell: true, encoding: 'utf8' })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Nothing was deployed'),
  })
})

type RateLimitConfig = { name: string; simple: { limit: number; period: number } }

test('what is deployed has the limits of production, and no setting that raises them or shortens a date', () => {
  const { ratelimits, vars }: { ratelimits: RateLimitConfig[]; vars: Record<string, string> } = JSON.parse(
    readFileSync(join(WORKER_DIR, 'wrangler.json'), 'utf8'),
  )
  const limits = Object.fromEntries(ratelimits.map(({ name, simple }) => [name, simple]))
  expect(limits).toEqual({
    FLOOD_LIMIT: { limit: 600, period: 10 },
    NEARBY_LIMIT: { limit: 60, period: 60 },
    TOWNS_LIMIT: { limit: 120, period: 60 },
    ERROR_LIMIT: { limit: 20, period: 60 },
  })
  expect(vars).not.toHaveProperty('LIMITS_FACTOR')
  expect(vars).not.toHaveProperty('DATE_TALK_FACTOR')
})

test('a local server raises the flood limit, and what is counted per member by the factor alone', () => {
  const built = {
    FLOOD_LIMIT: { namespace_id: '1', simple: { limit: 600, period: 10 } },
    NEARBY_LIMIT: { namespace_id: '2', simple: { limit: 60, period: 60 } },
  } as const
  const limitsOf = (factor?: number) => Object.values(localLimits(built, factor)).map(({ simple }) => simple.limit)
  expect([limitsOf(), limitsOf(10)]).toEqual([
    [10_000, 60],
    [100_000, 600],
  ])
})

/** An isolate compiles every module at its start, whether it is ever imported or not (docs/decisions/014). */
describe('what an isolate reads when it starts', () => {
  test('ASCII alone, which V8 takes over as it is, and no literal pattern with a Unicode property, which it would look up', async () => {
    const scripts = (await appModules()).filter((path) => path.endsWith('.js'))
    const textOf = (path: string) => readFileSync(join(WORKER_DIR, path), 'utf8')
    expect(scripts.filter((path) => /[^\x00-\x7f]/.test(textOf(path)))).toEqual([])
    // The library that reads posts is evaluated with the first of them, so its patterns are no part of a start.
    const early = scripts.filter((path) => !path.includes('/marked'))
    expect(early.filter((path) => withoutPropertyLiterals(textOf(path), path) !== textOf(path))).toEqual([])
  })

  test('no part that only a browser shows, and every part that the server renders', async () => {
    const read = new Set<string>()
    for (const path of await appModules()) {
      const map = join(WORKER_DIR, `${path}.map`)
      if (!existsSync(map)) continue
      const { sources } = JSON.parse(readFileSync(map, 'utf8')) as { sources: string[] }
      for (const source of sources) read.add(relative('.', join(dirname(map), source)))
    }
    const [shown, rendered]: [string[], string[]] = [[], []]
    for (const path of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
      const file = join('src', path)
      if (!/\/lazy(?:-\w+)?\.tsx?$/.test(file)) continue
      const modules = readFileSync(file, 'utf8').matchAll(/import\('(\.\/[\w-]+\.tsx?)'\)/g)
      for (const [, module = ''] of modules)
        (file.includes('/lazy-browser.') ? shown : rendered).push(join(dirname(file), module))
    }
    expect(shown.length).toBeGreaterThan(0)
    expect(shown.filter((module) => read.has(module))).toEqual([])
    expect(rendered.filter((module) => !read.has(module))).toEqual([])
  })

  test('every message of every locale, typeset, as data, and the same for browsers', async () => {
    const codes = locales.map(({ code }) => code)
    const packed = codes.map((code) => [code, new Uint8Array(readFileSync(join(WORKER_DIR, `messages/${code}.bin`))).buffer])
    const read = createMessageReader(Object.fromEntries(packed))
    const { id } = JSON.parse(readFileSync(join(CLIENT_DIR, 'builds/latest.json'), 'utf8')) as { id: string }
    const sent = join(CLIENT_DIR, 'locales', id)
    for (const code of codes) {
      for (const file of readdirSync(`locales/${code}`)) {
        const namespace = file.replace('.json', '') as Namespace
        const expected = typeset(code, JSON.parse(readFileSync(`locales/${code}/${file}`, 'utf8')))
        expect(await read(code, namespace), `${code}/${file}`).toEqual(expected)
        expect(JSON.parse(readFileSync(join(sent, code, file), 'utf8')), `sent: ${code}/${file}`).toEqual(expected)
      }
    }
  })

  test('cities, those of time zones, words that are no password, the members of the demo and what they say, as data', () => {
    const read = (name: string): unknown => JSON.parse(readFileSync(join(WORKER_DIR, `texts/${name}.bin`), 'utf8'))
    expect(read('all')).toEqual({ demoLanguages })
    expect(read('dialogues')).toEqual({ annaAndBen, dialogues })
    expect(read('named')).toEqual({ ...named })
    expect(read('cities')).toEqual({ citySeeds })
    expect(read('common-words')).toEqual({ words })
    expect(read('zone-cities')).toEqual({ zoneCities, renamedZones })
  })

  test('the files of the client, as data', () => {
    const files: Manifest = JSON.parse(readFileSync(join(WORKER_DIR, 'client-manifest.bin'), 'utf8'))
    const built = readClientManifest(CLIENT_DIR)
    const scripts = Object.keys(built).filter((key) => !key.endsWith('.css'))
    expect(Object.keys(files)).toEqual(scripts)
    for (const key of scripts) expect(built[key], key).toMatchObject(files[key] ?? {})
  })

  test('breached passwords, as data that refuses them', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'kismet-build-'))
    try {
      await using workerd = await startWorkerd(await copyAppWorker(dir))
      const origin = `http://127.0.0.1:${workerd.port}`
      const refusals = ['zaq12wsxcde3', 'warm-river-lantern'].map(async (password) => {
        const headers = { origin, 'content-type': 'application/json' }
        const answer = await fetch(origin + signUpActions.signUp.path, {
          method: 'POST',
          headers,
          body: JSON.stringify({ password }),
        })
        const { error } = (await answer.json()) as ErrorBody
        return [answer.status, 'password' in (error.fields ?? {})]
      })
      expect(await Promise.all(refusals)).toEqual([
        [422, true],
        [422, false],
      ])
    } finally {
      await rm(dir, { recursive: true })
    }
  })

  test('the parts of the drawn portraits, as data that draws the same', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'kismet-build-'))
    try {
      await using workerd = await startWorkerd(await copyAppWorker(dir))
      for (const seed of ['f-1', 'm-2', '3']) {
        const response = await fetch(`http://127.0.0.1:${workerd.port}/avatars/notionists/${seed}.svg`)
        expect(await response.text()).toBe(drawAvatar(seed))
      }
    } finally {
      await rm(dir, { recursive: true })
    }
  })
})
