import { afterEach, describe, expect, test } from 'vitest'
import { FakeEdge } from './fake-edge.ts'
import { Platform } from './platform.ts'
import { mustGoOutWhole, release, uploadedVersion } from './release.ts'

let edge = new FakeEdge()
afterEach(() => edge.close())

/** Releases version `new` with a clock that only waits move. `during` happens at each wait; the path `failsBack` fails after 10 %. */
async function releaseNew(
  during: () => void = () => undefined,
  failsBack: string | null = null,
): Promise<{ said: string[]; minutes: number }> {
  const origin = await edge.open()
  const said: string[] = []
  let clock = 0
  const wait = async (ms: number) => {
    clock += ms
    during()
  }
  edge.failingBack = failsBack
  const it = { script: 'kismet-staging', version: 'new', origin, healthKey: 'key' }
  const watch = { forMs: 300_000, everyMs: 20_000, now: () => clock, wait }
  await release(new Platform(`${origin}/api`, 'a', 'token'), it, watch, (line) => said.push(line))
  return { said, minutes: clock / 60_000 }
}

const sharesOf = () => edge.shares.map((each) => each.map((one) => `${one.version_id} ${one.percentage}`).join(', ')).toReversed()

describe('a release', () => {
  test('shows itself to one request in ten, is watched for five minutes, and then has all', async () => {
    edge = new FakeEdge()
    const { said, minutes } = await releaseNew()
    expect(sharesOf()).toEqual(['old 100', 'old 90, new 10', 'new 100'])
    expect(said).toEqual(['10 %: new', '100 %: new'])
    expect(minutes).toBe(5)
    const paths = ['/healthz?deep', '/', '/sign-in', '/assets/entry-1.js']
    expect(edge.asked.slice(0, 4)).toEqual(paths.map((path) => `${path} kismet-staging="new"`))
  })

  test.each(['/healthz?deep', '/', '/assets/entry-1.js', '/api/graphql'])('goes back when %s fails', async (path) => {
    edge = new FakeEdge()
    edge.failing = path
    await expect(releaseNew()).rejects.toThrow('500')
    expect(sharesOf()).toEqual(['old 100', 'old 90, new 10', 'old 100'])
  })

  test('goes back when its requests fail during the watch, and not for a few in a thousand', async () => {
    edge = new FakeEdge()
    edge.counted.errors = 9
    await releaseNew()
    expect(sharesOf().at(-1)).toBe('new 100')
    edge.close()
    edge = new FakeEdge()
    await expect(releaseNew(() => (edge.counted.errors = 20))).rejects.toThrow('20 of 1000 requests')
    expect(sharesOf()).toEqual(['old 100', 'old 90, new 10', 'old 100'])
  })

  test('says how to go back by hand, and why, when the way back fails, too', async () => {
    edge = new FakeEdge()
    edge.counted.errors = 20
    const reasons = await releaseNew(() => undefined, '/api/accounts/a/workers/scripts/kismet-staging/deployments').then(
      () => [],
      (error: AggregateError) => [error.message, ...error.errors.map(String)],
    )
    expect(reasons[0]).toContain('wrangler versions deploy old@100 --name kismet-staging')
    expect(reasons[1]).toContain('20 of 1000 requests')
    expect(reasons[2]).toContain('answered 500')
  })

  test('does not begin while two versions answer', async () => {
    edge = new FakeEdge()
    edge.shares = [['old', 'older'].map((version_id) => ({ version_id, percentage: 50 }))]
    await expect(releaseNew()).rejects.toThrow('2 versions')
    expect(edge.shares).toHaveLength(1)
  })
})

test('goes out whole when the platform has not its classes of objects, or nothing at all', async () => {
  edge = new FakeEdge()
  const platform = new Platform(`${await edge.open()}/api`, 'a', 'token')
  const goesWhole = async (...tags: string[]) =>
    mustGoOutWhole(
      await platform.findMigrationTag('kismet-staging'),
      tags.map((tag) => ({ tag })),
    )
  expect(await goesWhole('v1', 'v2')).toBe(false)
  expect(await goesWhole('v1', 'v2', 'v3')).toBe(true)
  edge.migrationTag = null
  expect(await goesWhole('v1', 'v2')).toBe(true)
})

test('the version is read from the lines that wrangler writes', () => {
  const lines = [{ type: 'wrangler-session' }, { type: 'version-upload', version_id: 'f3b1' }]
  expect(uploadedVersion(lines.map((line) => JSON.stringify(line)).join('\n'))).toBe('f3b1')
  expect(() => uploadedVersion(JSON.stringify(lines[0]))).toThrow('no version')
})
