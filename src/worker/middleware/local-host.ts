import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '#server/context.ts'

/** Names that no public address can have: RFC 6761 reserves both endings; the numbers are this machine. */
const ownHosts = /^(?:(?:[\w-]+\.)*(?:localhost|test)|127(?:\.\d{1,3}){3}|\[::1\])$/

/** True for a host that only this machine can be. `hostname`: as a URL has it, without the port. */
export function isOwnHost(hostname: string): boolean {
  return ownHosts.test(hostname)
}

const refusal = `Kismet's environment 'local' answers on this machine only: http://localhost with its port.
It takes the sandbox's test cards as money. To put Kismet out: npm run deploy -- staging (docs/operations/deploy.md).
`

/** Refuses every host but this machine's in the environment of local runs, which a deployment without `--env` would have. */
export function localHost(): MiddlewareHandler<AppEnv> {
  return async function refuseOtherHosts(c, next) {
    if (c.env.ENVIRONMENT !== 'local' || isOwnHost(new URL(c.req.url).hostname)) return next()
    return c.text(refusal, 421)
  }
}
