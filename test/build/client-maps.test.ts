import { execFileSync } from 'node:child_process'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CLIENT_DIR } from '../../scripts/bench/app-build.ts'
import { fileKeyOf } from '#shared/kept-files.ts'
import { decodeFrame, moveMaps } from '../../scripts/build/client-maps.ts'
import { listKeptFiles, listSourceMaps } from '../../scripts/build/kept-files.ts'

const { id } = JSON.parse(readFileSync(join(CLIENT_DIR, 'builds/latest.json'), 'utf8')) as { id: string }
const scripts = globSync(join(CLIENT_DIR, 'assets/*.js'))

test('no source map is served, and no script names one', () => {
  expect(scripts.length).toBeGreaterThan(50)
  expect(globSync(join(CLIENT_DIR, '**/*.map'))).toEqual([])
  expect(scripts.filter((path) => readFileSync(path, 'utf8').includes('sourceMappingURL'))).toEqual([])
})

test('every script of ours has its map beside what is served, and a place in it leads to the source', () => {
  const maps = new Set(readdirSync(join('dist/maps', id)))
  // The bundler's own script has none.
  const ours = scripts.map((path) => basename(path)).filter((name) => !name.startsWith('rolldown-runtime-'))
  expect(ours.filter((name) => !maps.has(`${name}.map`))).toEqual([])
  // A script with a shortened list of files, which moves all that is behind it in its line.
  const shortened = scripts.find((path) => /\/live-[\w-]+\.js$/.test(path)) ?? ''
  const places = readFileSync(shortened, 'utf8')
    .split('\n')
    .flatMap((text, index) => [...text.matchAll(/console\.error/g)].map((found) => [index + 1, found.index + 1]))
    .map((place) => decodeFrame([basename(shortened), ...place].join(':'), id).split(':'))
  expect(places.map(([source]) => source)).toContain('src/client/live.tsx')
  for (const [source = '', row, at] of places) {
    const line = readFileSync(source, 'utf8').split('\n')[Number(row) - 1] ?? ''
    expect(line.slice(Number(at) - 1), `${source}:${row}:${at}`).toMatch(/^console/)
  }
})

test('a frame without a map is shown as it came', () => {
  for (const frame of ['gone-1234567.js:1:2', '../../package.json:1:1', 'x']) expect(decodeFrame(frame, id)).toBe(frame)
  expect(decodeFrame('start-1234567.js:1:2', 'anotherbuild')).toBe('start-1234567.js:1:2')
})

test('a line of the log is printed with the sources of its frames, the build it is of, and nothing of other lines', () => {
  const script = scripts.find((path) => /\/start-[\w-]+\.js$/.test(path)) ?? ''
  const line =
    readFileSync(script, 'utf8')
      .split('\n')
      .findIndex((text) => text.includes('addEventListener(')) + 1
  const frame = `${basename(script)}:${line}:1`
  expect(decodeFrame(frame, id)).toMatch(/^src\//)
  const report = { level: 'error', what: 'client-error', build: id, route: 'likes', frames: [frame, 'gone-1234567.js:1:2'] }
  const input = `[info] GET /likes\n2026-11-24 ${JSON.stringify(report)}\n`
  const output = execFileSync(process.execPath, ['scripts/decode-stack.ts'], { input, encoding: 'utf8' })
  const [facts = '', ...frames] = output.trimEnd().split('\n')
  expect(JSON.parse(facts)).toEqual({ level: 'error', what: 'client-error', build: id, route: 'likes' })
  expect(frames).toEqual([`  ${decodeFrame(frame, id)}`, '  gone-1234567.js:1:2'])
})

test('every map of a build is listed for its bucket, under a key that no address has', async () => {
  const maps = await listSourceMaps('dist/maps', id)
  expect(maps.map(({ key }) => key).toSorted()).toEqual(
    readdirSync(join('dist/maps', id), 'utf8')
      .map((name) => `maps/${id}/${name}`)
      .toSorted(),
  )
  expect(maps.filter(({ key, path }) => fileKeyOf(key) !== null || !existsSync(path))).toEqual([])
  expect((await listKeptFiles(CLIENT_DIR)).filter(({ key }) => key.endsWith('.map'))).toEqual([])
})

test('the maps of the build and of the two before it are stored', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kismet-maps-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [served, maps] = [join(folder, 'client'), join(folder, 'maps')]
  for (const path of ['assets', 'builds']) mkdirSync(join(served, path), { recursive: true })
  for (const build of ['one', 'two', 'three', 'four']) {
    writeFileSync(join(served, 'builds/latest.json'), JSON.stringify({ id: build }))
    writeFileSync(join(served, 'assets/start.js.map'), build)
    await moveMaps(served, maps)
    const seconds = ['one', 'two', 'three', 'four'].indexOf(build) + 1
    utimesSync(join(maps, build), seconds, seconds)
  }
  expect(readdirSync(maps).toSorted()).toEqual(['four', 'three', 'two'])
  expect([readFileSync(join(maps, 'four/start.js.map'), 'utf8'), readdirSync(join(served, 'assets'))]).toEqual(['four', []])
})
