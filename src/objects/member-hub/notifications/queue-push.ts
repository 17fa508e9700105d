import type { Env } from '#server/env.ts'
import type { NotificationKind } from '#shared/realtime/wire.ts'
import { deliveries } from '#features/push/rules.ts'
import { sealPush, type PushContents } from '#features/push/server/queued-push.ts'

type QueueEnv = Pick<Env, 'PUSH' | 'SESSION_SECRET' | 'SESSION_SECRET_PREVIOUS'>

/** `until`: when it becomes useless, if its kind does not define that (ms). */
export type PushOrder = Omit<PushContents, 'onlySid'> & { kind: NotificationKind; until?: number | undefined }

/** Passes a push message for all devices of a member to the queue; throws if the queue does not accept it. */
export async function queuePush(env: QueueEnv, { kind, until, ...contents }: PushOrder, now: number): Promise<void> {
  const times = { kind, at: now, until: until ?? now + deliveries[kind].lifetimeMs }
  await env.PUSH.send(await sealPush(env, times, contents))
}
