import type { Env } from './env.ts'

/**
 * Returns the public address of this deployment, for every absolute address that we write and as the expected Origin. It is
 * configured, because a sender can write any Host into a request. Locally, where the port varies, it is the request's own.
 */
export function publicOrigin(env: Pick<Env, 'PUBLIC_ORIGIN'>, requestUrl: string): string {
  return env.PUBLIC_ORIGIN || new URL(requestUrl).origin
}
