import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { fileKeyOf } from '#shared/kept-files.ts'
import { listKeptFiles, listSourceMaps, listStaleKeys } from './kept-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'kismet-kept-files-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a build keeps what its name fixes, and nothing that the next one replaces', async () => {
  const files = [
    'assets/page-Ab3_-xY.js',
    'assets/page-Ab3_-x.css',
    'locales/0123456789ab/en-us/chat.json',
    'builds/meta/0123456789ab.json',
    'builds/latest.json',
    'service-worker.js',
    'icons.svg',
    '.vite/manifest.json',
  ]
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), '')
  }
  const kept = await listKeptFiles(folder)
  expect(Object.fromEntries(kept.map(({ key, contentType }) => [key, contentType]))).toEqual({
    'assets/page-Ab3_-xY.js': 'text/javascript; charset=utf-8',
    'assets/page-Ab3_-x.css': 'text/css; charset=utf-8',
    'locales/0123456789ab/en-us/chat.json': 'application/json',
    'builds/meta/0123456789ab.json': 'application/json',
  })
})

const builds = [
  { id: 'd', keys: ['assets/d.js', 'assets/all.js'], wentOut: true },
  { id: 'c', keys: ['assets/c.js'], wentOut: true },
  { id: 'b', keys: ['assets/b.js'], wentOut: true },
  { id: 'a', keys: ['assets/a.js', 'assets/all.js', 'assets/b.js'], wentOut: true },
]

test('files of the newest three builds stay, also where an older one had them', () => {
  expect(listStaleKeys(builds)).toEqual(['assets/a.js'])
  expect(listStaleKeys(builds.slice(0, 3))).toEqual([])
})

test('a build that went back does not push out the one before', () => {
  const failed = { id: 'e', keys: ['assets/e.js'], wentOut: false }
  expect(listStaleKeys([failed, ...builds.slice(0, 3)])).toEqual([])
  const [newest, ...before] = builds
  if (newest) expect(listStaleKeys([newest, failed, ...before])).toEqual(['assets/a.js'])
})

test('source maps are kept under keys that no address leads to', async () => {
  mkdirSync(join(folder, 'maps/0123456789ab'), { recursive: true })
  writeFileSync(join(folder, 'maps/0123456789ab/page-Ab3_-xY.js.map'), '{}')
  const [map, ...others] = await listSourceMaps(join(folder, 'maps'), '0123456789ab')
  expect([map?.key, others]).toEqual(['maps/0123456789ab/page-Ab3_-xY.js.map', []])
  expect(fileKeyOf(`/${map?.key}`)).toBeNull()
  expect(await listSourceMaps(join(folder, 'maps'), 'anotherbuild')).toEqual([])
})
