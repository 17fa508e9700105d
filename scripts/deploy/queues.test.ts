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

// Of one environment: a start of wrangler takes seconds, and steps.test.ts checks that the other's commands are alike.
const queues = setupSteps('staging').filter(({ what }) => what === 'Once, queue')

test.each(queues.map((step) => ({ ...step, name: step.args.find((argument) => argument.startsWith('kismet-')) })))(
  '$name is made in the EU: wrangler says so to the platform',
  { timeout: 300_000 },
  async ({ name, args }) => {
    calls.length = 0
    const env = {
      ...process.env,
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}/client/v4`,
      CLOUDFLARE_API_TOKEN: 'token',
      CLOUDFLARE_ACCOUNT_ID: 'account',
      WRANGLER_SEND_METRICS: 'false',
    }
    // As typed, without npm before it.
    const [tool = '', ...rest] = args.slice(args.indexOf('--') + 1)
    await promisify(execFile)(join(root, 'node_modules/.bin', tool), rest, { cwd: root, env })
    const body = { queue_name: name, jurisdiction: 'eu' }
    expect(calls).toEqual([{ method: 'POST', path: '/client/v4/accounts/account/queues', body }])
  },
)

test('those are all the queues of an environment', () => {
  const names = queues.flatMap(({ args }) => args.filter((argument) => argument.startsWith('kismet-')))
  expect(names).toEqual(
    ['mail', 'mail-failed', 'push', 'push-failed', 'exports', 'exports-failed'].map((name) => `kismet-staging-${name}`),
  )
})
