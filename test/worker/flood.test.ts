import { createExecutionContext, env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { createApp } from '#worker/app.ts'
import { origin } from '../support/worker/realtime-client.ts'

test('an address that asks too often gets 429 as JSON until its window ends, and no other address does', async () => {
  const app = createApp()
  const ask = (address: string) =>
    app.fetch(
      new Request(`${origin}/api/nothing`, { headers: { 'CF-Connecting-IP': address } }),
      { ...env, FLOOD_LIMIT: env.SMALL_FLOOD_LIMIT },
      createExecutionContext(),
    )
  const statuses: number[] = []
  for (let turn = 0; turn < 12; turn++) statuses.push((await ask('192.0.2.7')).status)
  expect(statuses[0]).toBe(404)
  const refused = await ask('192.0.2.7')
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({ error: { code: 'too-many' } })
  expect((await ask('192.0.2.8')).status).toBe(404)
})
