import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { listKeptFiles, listStaleKeys } from './kept-files.ts'

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

test('files of the newest three builds stay, also where an older one had them', () => {
  const builds = [
    { id: 'd', keys: ['assets/d.js', 'assets/all.js'] },
    { id: 'c', keys: ['assets/c.js'] },
    { id: 'b', keys: ['assets/b.js'] },
    { id: 'a', keys: ['assets/a.js', 'assets/all.js', 'assets/b.js'] },
  ]
  expect(listStaleKeys(builds)).toEqual(['assets/a.js'])
  expect(listStaleKeys(builds.slice(0, 3))).toEqual([])
})
