import { isPushOn } from '#features/push/server/public.ts'
import { pixelIdOf } from '#features/pixel/rules.ts'
import type { PublicConfig } from '#shared/bootstrap.ts'
import type { Env } from '#server/env.ts'
import { publicOrigin } from '#server/origin.ts'

type Settings = Pick<
  Env,
  | 'PUBLIC_ORIGIN'
  | 'TEXT_KEY'
  | 'SALT_LENGTH'
  | 'ENVIRONMENT'
  | 'PIXEL_ID'
  | 'VAPID_PUBLIC_KEY'
  | 'VAPID_PRIVATE_KEY'
  | 'SESSION_REFRESH'
>

/** Facts about the deployment for the browser (spec §3, §7). */
export function publicConfig(env: Settings, requestUrl: string): PublicConfig {
  return {
    wssURL: `${publicOrigin(env, requestUrl).replace(/^http/, 'ws')}/realtime`,
    textKey: env.TEXT_KEY,
    saltLength: Number(env.SALT_LENGTH),
    pixelId: pixelIdOf(env),
    vapidKey: isPushOn(env) ? env.VAPID_PUBLIC_KEY : '',
    periodicRefresh: env.SESSION_REFRESH === 'on',
  }
}
