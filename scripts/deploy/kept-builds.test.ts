import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Bucket } from './bucket.ts'
import { FakeEdge } from './fake-edge.ts'
import { dropStaleBuilds, keepBuild, readBuiltFiles } from './kept-builds.ts'

let edge = new FakeEdge()
let dist = ''
let waited: number[] = []
beforeEach(() => {
  edge = new FakeEdge()
  dist = mkdtempSync(join(tmpdir(), 'kismet-dist-'))
  waited = []
})
afterEach(() => {
  edge.close()
  rmSync(dist, { recursive: true })
})

async function openBucket(token = 'token'): Promise<Bucket> {
  const pause = async (ms: number) => void waited.push(ms)
  return new Bucket(
    `${await edge.open()}/api`,
    { account: 'a', bucket: 'kismet-staging-builds', jurisdiction: 'eu' },
    token,
    pause,
  )
}

/** Builds `id` with a script that all builds have and one of its own, and its source map. */
function build(id: string): void {
  rmSync(dist, { recursive: true })
  const files = {
    'client/builds/latest.json': JSON.stringify({ id, timestamp: 1 }),
    'client/assets/shared-0000000.js': 'export {}',
    [`client/assets/page-${id.slice(0, 7)}.js`]: id,
    'client/icons.svg': '<svg/>',
    [`maps/${id}/page-${id.slice(0, 7)}.js.map`]: '{}',
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dist, path)), { recursive: true })
    writeFileSync(join(dist, path), text)
  }
}

const idOf = (letter: string) => letter.repeat(12)
const keysOf = (letter: string) => [`assets/page-${letter.repeat(7)}.js`, `maps/${idOf(letter)}/page-${letter.repeat(7)}.js.map`]
const storedKeys = () => [...edge.objects.keys()].filter((key) => key !== 'releases.json').toSorted()

/** A deployment of build `letter`; without `goesOut` its release went back. */
async function deploy(bucket: Bucket, letter: string, goesOut = true): Promise<void> {
  build(idOf(letter))
  await keepBuild(bucket, await readBuiltFiles(dist), () => undefined)
  if (goesOut) await dropStaleBuilds(bucket, idOf(letter), () => undefined)
}

test('the files of a build and its maps are in the bucket before it answers, the maps under no served key', async () => {
  const bucket = await openBucket()
  await deploy(bucket, 'a', false)
  expect(storedKeys()).toEqual(['assets/shared-0000000.js', ...keysOf('a')].toSorted())
  expect(edge.objects.get('assets/page-aaaaaaa.js')).toEqual({
    body: idOf('a'),
    contentType: 'text/javascript; charset=utf-8',
  })
})

test('the files of the two builds before stay, those of older ones go, and what both have is sent once', async () => {
  const bucket = await openBucket()
  for (const letter of ['a', 'b', 'c', 'd']) await deploy(bucket, letter)
  expect(storedKeys()).toEqual(['assets/shared-0000000.js', ...['b', 'c', 'd'].flatMap(keysOf)].toSorted())
  expect(edge.asked.filter((call) => call === 'PUT assets/shared-0000000.js')).toHaveLength(1)
  expect(JSON.parse(edge.objects.get('releases.json')?.body ?? '').map(({ id }: { id: string }) => id)).toEqual(
    ['d', 'c', 'b'].map(idOf),
  )
})

test('builds that went back do not take the files of the present one away, and go with the next that stays', async () => {
  const bucket = await openBucket()
  for (const letter of ['a', 'b', 'c']) await deploy(bucket, letter)
  for (const letter of ['e', 'f', '9']) await deploy(bucket, letter, false)
  expect(storedKeys()).toEqual(expect.arrayContaining(['a', 'b', 'c', 'e', 'f', '9'].flatMap(keysOf)))
  for (const letter of ['1', '2', '3']) await deploy(bucket, letter)
  expect(storedKeys()).toEqual(['assets/shared-0000000.js', ...['1', '2', '3'].flatMap(keysOf)].toSorted())
})

test('a deployment that broke off while it sent files sends them again', async () => {
  const bucket = await openBucket()
  await deploy(bucket, 'a', false)
  edge.objects.delete('assets/page-aaaaaaa.js')
  await deploy(bucket, 'a')
  expect(storedKeys()).toContain('assets/page-aaaaaaa.js')
})

test.each(['Fri, 27 Nov 2026 08:00:00 GMT', '', '0', '-1', '1e9'])(
  'waits a minute when the platform says %j, and gives up after ten attempts',
  async (retryAfter) => {
    const bucket = await openBucket()
    Object.assign(edge, { patience: 0, refusals: 2, retryAfter })
    await bucket.put('assets/one.js', '', 'text/javascript')
    expect(waited).toEqual([60_000, 60_000])
    Object.assign(edge, { patience: 0, refusals: Infinity })
    await expect(bucket.put('assets/two.js', '', 'text/javascript')).rejects.toThrow('429 to PUT assets/two.js (attempt 10)')
    expect(waited).toHaveLength(2 + 9)
    expect(storedKeys()).toEqual(['assets/one.js'])
  },
)

test('waits as long as the platform says when it has had too many calls, and stops at any other refusal', async () => {
  const bucket = await openBucket()
  edge.patience = 2
  await deploy(bucket, 'a')
  expect(waited).toEqual([7000])
  expect(storedKeys()).toHaveLength(3)
  edge.close()
  edge = new FakeEdge()
  await expect(deploy(await openBucket('another'), 'b')).rejects.toThrow('R2 answered 403')
})
