import type { Env } from '#server/env.ts'

type PushSettings = Pick<Env, 'VAPID_PUBLIC_KEY' | 'VAPID_PRIVATE_KEY'>

/** True where this deployment has keys for push messages. Without them nothing offers or sends any. */
export function isPushOn({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }: PushSettings): boolean {
  return VAPID_PUBLIC_KEY !== '' && Boolean(VAPID_PRIVATE_KEY)
}

/** The origin of a push service of tests; null outside local environments, whatever is set. */
export function pushTestOrigin({ ENVIRONMENT, PUSH_TEST_ORIGIN }: Pick<Env, 'ENVIRONMENT' | 'PUSH_TEST_ORIGIN'>): string | null {
  return ENVIRONMENT === 'local' ? (PUSH_TEST_ORIGIN ?? null) : null
}
