import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setupSteps } from './steps.ts'

type Call = { method: string | undefined; path: string | undefined; body: unknown }
const calls: Call[] = []

/** A fake of the platform's API: accepts every call, and creates nothing. */
const api = createServer((request, response) => {
  let text = ''
  request.on('data', (part: Buffer) => (text += part.toString()))
  request.on('end', () => {
    calls.push({ method: request.method, path: request.url, body: text === '' ? null : JSON.parse(text) })
    const answer = { success: true, errors: [], messages: [], result: { queue_id: 'q', queue_name: 'q', settings: {} } }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
})
beforeAll(() => new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve)))
afterAll(() => void api.close())

const root = join(import.meta.dirname, '../..')

// One of the four: a start of wrangler takes seconds, and steps.test.ts checks that all of them are alike.
test('a queue is made in the EU: wrangler says so to the platform', { timeout: 300_000 }, async () => {
  const [step] = setupSteps('staging').filter(({ what }) => what === 'Once, queue')
  const env = {
    ...process.env,
    CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}/client/v4`,
    CLOUDFLARE_API_TOKEN: 'token',
    CLOUDFLARE_ACCOUNT_ID: 'account',
    WRANGLER_SEND_METRICS: 'false',
  }
  await promisify(execFile)(join(root, 'node_modules/.bin/wrangler'), [...(step?.args ?? [])], { cwd: root, env })
  const body = { queue_name: 'kismet-staging-mail', jurisdiction: 'eu' }
  expect(calls).toEqual([{ method: 'POST', path: '/client/v4/accounts/account/queues', body }])
})
