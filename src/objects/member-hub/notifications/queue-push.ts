import type { Env } from '#server/env.ts'
import type { NotificationKind } from '#shared/realtime/wire.ts'
import { deliveries } from '#features/push/rules.ts'
import { sealPush, type PushContents } from '#features/push/server/queued-push.ts'

type QueueEnv = Pick<Env, 'PUSH' | 'SESSION_SECRET' | 'SESSION_SECRET_PREVIOUS'>

/** `until`: from when on it is of no use, where its kind does not say so (ms). */
export type PushOrder = Omit<PushContents, 'onlySid'> & { kind: NotificationKind; until?: number | undefined }

/** Hands a push message for all devices of a member to the queue; throws when the queue does not take it. */
export async function queuePush(env: QueueEnv, { kind, until, ...contents }: PushOrder, now: number): Promise<void> {
  const times = { kind, at: now, until: until ?? now + deliveries[kind].lifetimeMs }
  await env.PUSH.send(await sealPush(env, times, contents))
}
