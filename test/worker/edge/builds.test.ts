import { createExecutionContext, env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { createApp } from '#worker/app.ts'
import { origin } from '#test/support/worker/realtime-client.ts'

const app = createApp()
const ask = async (path: string) => app.fetch(new Request(origin + path), env, createExecutionContext())

test('a file of an earlier build comes from the bucket, for ever the same', async () => {
  await env.BUILDS.put('assets/page-Ab3_-xY.js', 'export {}', { httpMetadata: { contentType: 'text/javascript; charset=utf-8' } })
  const response = await ask('/assets/page-Ab3_-xY.js')
  expect([response.status, await response.text()]).toEqual([200, 'export {}'])
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
})

test('an absent file is a 404 that nobody stores, and no other object of the bucket can be read', async () => {
  await env.BUILDS.put('releases.json', '[]')
  const paths = ['/assets/page-0000000.js', '/assets/..%2Freleases.json', '/builds/releases.json', '/builds/latest.json']
  const answers = await Promise.all(paths.map(ask))
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  expect(answers.map(({ headers }) => headers.get('cache-control'))).toEqual(['no-store', 'no-store', 'no-store', 'no-store'])
})

test('a source map in the bucket is at no address', async () => {
  await env.BUILDS.put('maps/0123456789ab/page-Ab3_-xY.js.map', '{}')
  const key = 'maps/0123456789ab/page-Ab3_-xY.js.map'
  const paths = [`/${key}`, `/builds/${key}`, `/assets/../${key}`, `/assets/..%2f${key}`, '/assets/page-Ab3_-xY.js.map']
  const answers = await Promise.all(paths.map(ask))
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 404))
})
