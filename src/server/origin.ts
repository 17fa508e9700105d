import type { Env } from './env.ts'

/**
 * The address that people know this deployment by, for every absolute address that we write and for what an Origin must
 * be. Configured, because a request's Host is whatever its sender wrote; locally, where the port varies, the request's own.
 */
export function publicOrigin(env: Pick<Env, 'PUBLIC_ORIGIN'>, requestUrl: string): string {
  return env.PUBLIC_ORIGIN || new URL(requestUrl).origin
}
