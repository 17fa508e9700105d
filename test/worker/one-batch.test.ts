import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { beforeAll, expect, test } from 'vitest'
import { createApp } from '#worker/app.ts'
import { createMember } from '../support/worker/members.ts'
import { origin } from '../support/worker/realtime-client.ts'

/** The real database, which counts how often it is asked: a batch counts once, whatever it holds. */
function countingDatabase(): { db: D1Database; count: () => number } {
  let asked = 0
  const counted = new Set(['batch', 'exec'])
  const executing = new Set(['all', 'first', 'raw', 'run'])
  const watch = <T extends object>(target: T, names: ReadonlySet<string>): T =>
    new Proxy(target, {
      get(object, name) {
        const value: unknown = Reflect.get(object, name)
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          if (names.has(String(name))) asked += 1
          const result: unknown = Reflect.apply(value, object, args.map(unwrap))
          return name === 'prepare' || name === 'bind' ? remember(watch(result as object, executing), result as object) : result
        }
      },
    })
  const originals = new WeakMap<object, object>()
  const remember = (proxy: object, original: object) => (originals.set(proxy, original), proxy)
  // The runtime takes its own statements only: what goes back in is unwrapped.
  const unwrap = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(unwrap)
      : ((typeof value === 'object' && value !== null && originals.get(value)) ?? value) || value
  return { db: watch(env.DB, counted), count: () => asked }
}

const app = createApp()

async function open(path: string, token: string | null, db: D1Database): Promise<Response> {
  const context = createExecutionContext()
  const headers = { 'Accept-Language': 'en-GB', ...(token ? { Cookie: `__Host-access=${token}` } : {}) }
  const response = await app.fetch(new Request(origin + path, { headers }), { ...env, DB: db }, context)
  await response.arrayBuffer()
  await waitOnExecutionContext(context)
  return response
}

// The redirect table is read at most once a minute, by whoever comes first.
beforeAll(async () => {
  await open('/privacy-policy', null, env.DB)
})

test.each(['/people-nearby', '/likes', '/messages', '/main-settings'])('%s asks the database once', async (path) => {
  const { token } = await createMember()
  const { db, count } = countingDatabase()
  expect((await open(path, token, db)).status).toBe(200)
  expect(count()).toBe(1)
})

test.each(['/', '/sign-in', '/terms-and-conditions'])('%s asks a guest’s database not at all', async (path) => {
  const { db, count } = countingDatabase()
  expect((await open(path, null, db)).status).toBe(200)
  expect(count()).toBe(0)
})
