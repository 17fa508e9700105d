import type { Env } from '#server/env.ts'

type PushSettings = Pick<Env, 'VAPID_PUBLIC_KEY' | 'VAPID_PRIVATE_KEY'>

/** True if this deployment has keys for push messages. Without them, none are offered or sent. */
export function isPushOn({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }: PushSettings): boolean {
  return VAPID_PUBLIC_KEY !== '' && Boolean(VAPID_PRIVATE_KEY)
}

/** The origin of a push service for tests; null outside local environments, whatever is configured. */
export function pushTestOrigin({ ENVIRONMENT, PUSH_TEST_ORIGIN }: Pick<Env, 'ENVIRONMENT' | 'PUSH_TEST_ORIGIN'>): string | null {
  return ENVIRONMENT === 'local' ? (PUSH_TEST_ORIGIN ?? null) : null
}
