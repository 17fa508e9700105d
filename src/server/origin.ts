import type { Env } from './env.ts'

/**
 * Returns the public origin of this deployment, for every absolute URL we write and as the expected Origin. It is configured,
 * because a client can send any Host. Locally, where the port varies, it is the request's own.
 */
export function publicOrigin(env: Pick<Env, 'PUBLIC_ORIGIN'>, requestUrl: string): string {
  return env.PUBLIC_ORIGIN || new URL(requestUrl).origin
}
