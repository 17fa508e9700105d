import { env, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { pushSubscriptions } from '#db/schema.ts'
import { pushActions } from '#features/push/contract.ts'
import { subscribeAt, receivedAt } from '#test/support/push/browser.ts'
import type { TestDevice } from '#test/support/push/device.ts'
import { createMember, db, postJson, type TestMember } from './members.ts'

export const pushOrigin = env.PUSH_TEST_ORIGIN ?? ''

export const newDevice = () => subscribeAt(pushOrigin, env.VAPID_PUBLIC_KEY)

export const subscribe = (member: TestMember, device: TestDevice | Record<string, unknown>) =>
  postJson(member, pushActions.subscribe.path, { member: member.id, ...device })

export const subscriptionsOf = ({ id }: TestMember) =>
  db.select().from(pushSubscriptions).where(eq(pushSubscriptions.memberId, id))

/** A member with one device that receives push messages. */
export async function createReachable(options: Parameters<typeof createMember>[0] = {}) {
  const member = await createMember(options)
  const device = await newDevice()
  const response = await subscribe(member, device)
  expect(response.status, await response.clone().text()).toBe(200)
  return { member, device }
}

const hubOf = ({ id }: TestMember) => env.MEMBER_HUB.getByName(id)

/** What the hub has recorded for push messages, by kind. */
export const waitingOf = (member: TestMember) =>
  runInDurableObject(hubOf(member), (_, { storage }) => storage.kv.get<Record<string, object>>('push-waiting') ?? {})

/** Advances the hub's own times by `ms`, and runs its alarm. */
export async function pass(member: TestMember, ms: number): Promise<void> {
  await runInDurableObject(hubOf(member), (_, { storage }) => {
    const waiting = storage.kv.get<Record<string, { since: number; readyAt: number }>>('push-waiting') ?? {}
    const earlier = Object.entries(waiting).map(([kind, push]) => [
      kind,
      { ...push, since: push.since - ms, readyAt: push.readyAt - ms },
    ])
    if (earlier.length > 0) storage.kv.put('push-waiting', Object.fromEntries(earlier))
    storage.sql.exec('UPDATE notifications SET at = at - ?', ms)
    storage.sql.exec("UPDATE told SET at = at - ? WHERE what LIKE 'push:%'", ms)
    storage.sql.exec("UPDATE alarms SET at = at - ? WHERE name = 'push'", ms)
  })
  await runDurableObjectAlarm(hubOf(member))
}

/** Waits until the browser has received this many messages; returns them as objects. */
export async function received(device: TestDevice, count: number) {
  await expect.poll(async () => (await receivedAt(device.endpoint)).length, { timeout: 20_000 }).toBe(count)
  const messages = await receivedAt(device.endpoint)
  return messages.map(({ text, ...rest }) => ({ ...rest, payload: JSON.parse(text) as Record<string, unknown> }))
}
