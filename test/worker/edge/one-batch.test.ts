import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { beforeAll, expect, test } from 'vitest'
import { createApp } from '#worker/app.ts'
import { countingDatabase } from '#test/support/worker/counting-database.ts'
import { createMember } from '#test/support/worker/members.ts'
import { origin } from '#test/support/worker/realtime-client.ts'

const app = createApp()

async function open(path: string, token: string | null, db: D1Database): Promise<Response> {
  const context = createExecutionContext()
  const headers = { 'Accept-Language': 'en-GB', ...(token ? { Cookie: `__Host-access=${token}` } : {}) }
  const response = await app.fetch(new Request(origin + path, { headers }), { ...env, DB: db }, context)
  await response.arrayBuffer()
  await waitOnExecutionContext(context)
  return response
}

// The redirect table is read at most once a minute, by the first request.
beforeAll(async () => {
  await open('/privacy-policy', null, env.DB)
})

test.each(['/likes', '/messages', '/main-settings'])('%s asks the database once', async (path) => {
  const { token } = await createMember()
  const { db, count } = countingDatabase()
  expect((await open(path, token, db)).status).toBe(200)
  expect(count()).toBe(1)
})

test('/people-nearby asks the database once more before its first list, and once from then on', async () => {
  const { token } = await createMember()
  const counts: number[] = []
  for (let visit = 0; visit < 3; visit++) {
    const { db, count } = countingDatabase()
    expect((await open('/people-nearby', token, db)).status).toBe(200)
    counts.push(count())
  }
  expect(counts).toEqual([2, 1, 1])
})

test.each(['/about', '/sign-in', '/terms-and-conditions'])('%s asks a guest’s database not at all', async (path) => {
  const { db, count } = countingDatabase()
  expect((await open(path, null, db)).status).toBe(200)
  expect(count()).toBe(0)
})

test.each(['/', '/blog', '/public-profile'])('%s asks a guest’s database once', async (path) => {
  const { db, count } = countingDatabase()
  expect((await open(path, null, db)).status).toBe(200)
  expect(count()).toBe(1)
})
