import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '#server/context.ts'

/** Names that no public host can have: RFC 6761 reserves both endings; the numbers are this machine. */
const ownHosts = /^(?:(?:[\w-]+\.)*(?:localhost|test)|127(?:\.\d{1,3}){3}|\[::1\])$/

/** True for a host that can only be this machine. `hostname`: as in a URL, without the port. */
export function isOwnHost(hostname: string): boolean {
  return ownHosts.test(hostname)
}

const refusal = `Kismet's environment 'local' answers on this machine only: http://localhost with its port.
It takes the sandbox's test cards as money. To put Kismet out: npm run deploy -- staging (docs/operations/deploy.md).
`

/** In the local environment, refuses every host except this machine. A deployment without `--env` would use that environment. */
export function localHost(): MiddlewareHandler<AppEnv> {
  return async function refuseOtherHosts(c, next) {
    if (c.env.ENVIRONMENT !== 'local' || isOwnHost(new URL(c.req.url).hostname)) return next()
    return c.text(refusal, 421)
  }
}
