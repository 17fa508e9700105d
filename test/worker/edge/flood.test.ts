import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { afterEach, expect, test, vi } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { securityEvents } from '#db/schema.ts'
import { createApp } from '#worker/app.ts'
import { origin } from '#test/support/worker/realtime-client.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('an address that asks too often gets 429 as JSON until its window ends, and no other address does', async () => {
  const app = createApp()
  const ask = (address: string) =>
    app.fetch(
      new Request(`${origin}/api/nothing`, { headers: { 'CF-Connecting-IP': address } }),
      { ...env, FLOOD_LIMIT: env.SMALL_FLOOD_LIMIT },
      createExecutionContext(),
    )
  let refused = await ask('192.0.2.7')
  expect(refused.status).toBe(404)
  // A window that ends in between starts another count.
  for (let turn = 0; turn < 40 && refused.status !== 429; turn++) refused = await ask('192.0.2.7')
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('10')
  expect(await refused.json()).toMatchObject({ error: { code: 'too-many', retryAfterS: 10 } })
  expect((await ask('192.0.2.8')).status).toBe(404)
})

test('a flood writes one line a minute for its network, without the address, and nothing to the database', async () => {
  const lines = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const floods = () => lines.mock.calls.map(([line]) => JSON.parse(String(line))).filter(({ what }) => what === 'flood')
  const app = createApp()
  const context = createExecutionContext()
  const ask = async () => {
    const request = new Request(`${origin}/api/nothing`, { headers: { 'CF-Connecting-IP': '192.0.2.99' } })
    return (await app.fetch(request, { ...env, FLOOD_LIMIT: env.SMALL_FLOOD_LIMIT }, context)).status
  }
  const untilRefused = async () => {
    while ((await ask()) !== 429);
  }
  vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 60_000) * 60_000 })
  const counted = () => openDatabase(env.DB).select().from(securityEvents)
  const before = await counted()
  for (let turn = 0; turn < 30; turn++) await ask()
  await untilRefused()
  await waitOnExecutionContext(context)
  expect(floods()).toEqual([expect.objectContaining({ level: 'security', kind: 'limit-reached', network: expect.any(String) })])
  expect(JSON.stringify(floods())).not.toContain('192.0.2.99')
  vi.setSystemTime(Date.now() + 60_000)
  await untilRefused()
  await waitOnExecutionContext(context)
  expect(floods()).toHaveLength(2)
  expect(await counted()).toEqual(before)
})

test('calls from another site write a line each, and to the database once a minute for their network', async () => {
  const lines = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const app = createApp()
  const context = createExecutionContext()
  vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 60_000) * 60_000 })
  const ask = async (address: string) => {
    const headers = { 'CF-Connecting-IP': address, 'Sec-Fetch-Site': 'cross-site' }
    const request = new Request(`${origin}/api/auth/sign-out`, { method: 'POST', headers })
    expect((await app.fetch(request, env, context)).status).toBe(403)
  }
  const counted = async () => {
    await waitOnExecutionContext(context)
    const rows = await openDatabase(env.DB).select().from(securityEvents)
    return rows.filter(({ kind }) => kind === 'origin-refused').reduce((sum, { count }) => sum + count, 0)
  }
  const before = await counted()
  for (let turn = 0; turn < 30; turn++) await ask(`2001:db8:0:7::${turn}`)
  expect(await counted()).toBe(before + 1)
  expect(lines).toHaveBeenCalledTimes(30)
  await ask('192.0.2.55')
  vi.setSystemTime(Date.now() + 60_000)
  await ask('192.0.2.55')
  expect(await counted()).toBe(before + 3)
})
