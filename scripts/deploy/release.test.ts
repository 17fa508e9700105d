import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { FakeEdge } from './fake-edge.ts'
import { Platform } from './platform.ts'
import { mustGoOutWhole, release, requireWorks, uploadedVersion } from './release.ts'

let edge = new FakeEdge()
afterEach(() => edge.close())

/** Releases version `new` with a clock that only waits move. `during` happens at each wait; the path `failsBack` fails after 10 %. */
async function releaseNew(
  during: () => void = () => undefined,
  failsBack: string | null = null,
  counters: string | null = 'kismet_staging',
): Promise<{ said: string[]; minutes: number }> {
  const origin = await edge.open()
  const said: string[] = []
  let clock = 0
  const wait = async (ms: number) => {
    clock += ms
    during()
  }
  edge.failingBack = failsBack
  const it = { script: 'kismet-staging', version: 'new', build: 'build-new', counters, origin, healthKey: 'key' }
  const watch = { forMs: 300_000, everyMs: 20_000, now: () => clock, wait }
  const { signal } = new AbortController()
  await release(new Platform(`${origin}/api`, 'a', 'token'), it, watch, (line) => said.push(line), signal)
  return { said, minutes: clock / 60_000 }
}

/** A release in a process of its own, which waits until somebody stops it. */
const stoppable = `
  import { setTimeout } from 'node:timers/promises'
  import { Platform } from './scripts/deploy/platform.ts'
  import { release, untilStopped } from './scripts/deploy/release.ts'
  const [origin, it] = process.argv.slice(1)
  const wait = (ms, stop) => (console.log('waits'), setTimeout(ms, undefined, { signal: stop }))
  const watch = { forMs: 3_600_000, everyMs: 3_600_000, now: Date.now, wait }
  const platform = new Platform(origin + '/api', 'a', 'token')
  await untilStopped((stop) => release(platform, JSON.parse(it), watch, console.log, stop))
`

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

  test('a build that answers 500 goes back, though none of its requests ended in an exception', async () => {
    edge = new FakeEdge()
    const fail = () => edge.answered.set('build-new', { requests: 1000, failed: 20 })
    await expect(releaseNew(fail)).rejects.toThrow('20 of 1000 answers of the new build had status 500')
    expect(edge.counted.errors).toBe(0)
    expect(sharesOf()).toEqual(['old 100', 'old 90, new 10', 'old 100'])
  })

  test('also when it does so in the last seconds of the watch', async () => {
    edge = new FakeEdge()
    let waits = 0
    const fail = () => ++waits === 15 && edge.answered.set('build-new', { requests: 1000, failed: 20 })
    await expect(releaseNew(fail)).rejects.toThrow('status 500')
    expect(waits).toBe(15)
    expect(sharesOf().at(-1)).toBe('old 100')
  })

  test('stays when a few in a thousand fail, or another build does', async () => {
    edge = new FakeEdge()
    edge.answered.set('build-old', { requests: 9000, failed: 9000 }).set('build-new', { requests: 1000, failed: 9 })
    expect((await releaseNew()).said).toEqual(['10 %: new', '100 %: new'])
  })

  test.each<[string, string | null, () => unknown, string]>([
    ['is not bound', null, () => undefined, 'no data set is bound as COUNTERS'],
    ['does not answer', 'kismet_staging', () => (edge.failing = '/api/accounts/a/analytics_engine/sql'), 'answered 500'],
    ['has nothing of the build', 'kismet_staging', () => edge.answered.delete('build-new'), 'has no request of build build-new'],
  ])('says what it did not see when the counter %s', async (_, counters, breakIt, reason) => {
    edge = new FakeEdge()
    breakIt()
    const { said } = await releaseNew(() => undefined, null, counters)
    expect(said).toHaveLength(3)
    expect(said[1]).toMatch(new RegExp(`^Answers with status 500 and above are not seen: .*${reason}`))
    expect(said[2]).toMatch(new RegExp(`^100 %: new, though nobody knows .*${reason}`))
  })

  test('says nothing more of a counter that was away for a moment', async () => {
    edge = new FakeEdge()
    edge.failing = '/api/accounts/a/analytics_engine/sql'
    const { said } = await releaseNew(() => {
      edge.failing = null
    })
    expect([said.length, said.at(-1)]).toEqual([3, '100 %: new'])
  })

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'goes back when %s stops it, also when it comes twice',
    async (signal) => {
      edge = new FakeEdge()
      const origin = await edge.open()
      const it = { script: 'kismet-staging', version: 'new', build: 'build-new', counters: null, origin, healthKey: 'key' }
      const child = spawn(process.execPath, ['--input-type=module', '--eval', stoppable, origin, JSON.stringify(it)], {
        cwd: join(import.meta.dirname, '../..'),
      })
      let output = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)))
      // Its first smoke test is over: it waits.
      await vi.waitFor(() => expect(output).toContain('waits'), { timeout: 20_000 })
      expect(sharesOf()).toEqual(['old 100', 'old 90, new 10'])
      child.kill(signal)
      child.kill(signal)
      expect(await once(child, 'close')).toEqual([1, null])
      expect(sharesOf()).toEqual(['old 100', 'old 90, new 10', 'old 100'])
      expect(output).toContain('Back to old')
      expect(output).toContain(`Stopped by ${signal}`)
    },
    30_000,
  )

  test('says how to go back by hand, and why, when the way back fails, too', async () => {
    edge = new FakeEdge()
    edge.counted.errors = 20
    const reasons = await releaseNew(() => undefined, '/api/accounts/a/workers/scripts/kismet-staging/deployments').then(
      () => [],
      (error: AggregateError) => [error.message, ...error.errors.map(String)],
    )
    expect(reasons[0]).toContain('npm exec -- wrangler versions deploy old@100 --name kismet-staging')
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

test('what went out whole is asked once, as everybody gets it, and what to do is said when it fails', async () => {
  edge = new FakeEdge()
  const origin = await edge.open()
  const site = { script: 'kismet-staging', origin, healthKey: 'key' }
  await requireWorks(site)
  expect(edge.asked).toEqual(['/healthz?deep', '/', '/sign-in', '/assets/entry-1.js'].map((path) => `${path} undefined`))
  edge.failing = '/sign-in'
  const message = await requireWorks(site).then(
    () => '',
    (error: Error) => error.message,
  )
  expect(message).toContain('The smoke test got 500 from /sign-in')
  expect(message).toContain('npm exec -- wrangler tail kismet-staging')
  expect(message).toContain('keep the class and its [[migrations]]')
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
