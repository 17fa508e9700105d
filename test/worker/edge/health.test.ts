import { createExecutionContext, env } from 'cloudflare:test'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createApp } from '#worker/app.ts'
import { origin } from '#test/support/worker/realtime-client.ts'

const key = 'only-for-tests-0123456789abcdefghijklmnopqrstuvwxyz'
const app = createApp()

function ask(query: string, authorization = '', changed: object = { HEALTH_KEY: key }): Promise<Response> {
  const request = new Request(`${origin}/healthz${query}`, { headers: { Authorization: authorization } })
  return Promise.resolve(app.fetch(request, { ...env, ...changed }, createExecutionContext()))
}

afterEach(() => void vi.restoreAllMocks())

test('/healthz says ok to anybody and touches no database', async () => {
  const response = await ask('', '', { DB: undefined })
  expect([response.status, await response.text()]).toEqual([200, 'ok'])
})

describe('/healthz?deep', () => {
  test('asks database, an object and the bucket, for whoever has the key', async () => {
    const response = await ask('?deep', `Bearer ${key}`)
    const part = { ok: true, ms: expect.any(Number) }
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await response.json()).toEqual({ database: part, object: part, bucket: part })
  })

  test('does not exist without the key, with another one, or where none is set', async () => {
    const answers = [
      await ask('?deep'),
      await ask('?deep', `Bearer ${key}x`),
      await ask('?deep', key),
      await ask('?deep', 'Bearer undefined', { HEALTH_KEY: undefined }),
      await ask('?deep', 'Bearer ', { HEALTH_KEY: undefined }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  })

  test('names what is away with a 503, and says it in the log', async () => {
    const lines = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const DB = { ...env.DB, prepare: () => ({ first: () => Promise.reject(new Error('D1 is away')) }) }
    const response = await ask('?deep', `Bearer ${key}`, { HEALTH_KEY: key, DB })
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ database: { ok: false }, object: { ok: true }, bucket: { ok: true } })
    expect(lines.mock.calls.map(([line]) => JSON.parse(String(line)).what)).toContain('health database')
  })
})
