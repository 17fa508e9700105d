import type { NotificationKind } from '#shared/realtime/wire.ts'

/** Maximum length of an endpoint; those of current services have at most about 500 characters. */
export const longestEndpoint = 1024

/**
 * Hosts of the push services of Chromium, Firefox, Safari and Edge; a leading dot matches any subdomain. A member supplies the
 * URL, so anything else would let them choose where our server sends requests.
 */
const pushHosts = ['fcm.googleapis.com', '.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com']

/**
 * Returns whether our requests may go to a browser's endpoint: https at the host of a known push service, on its usual port.
 * `testOrigin`: one more for tests, in local environments only.
 */
export function isPushEndpoint(endpoint: string, testOrigin: string | null = null): boolean {
  if (endpoint.length > longestEndpoint || !URL.canParse(endpoint)) return false
  const { origin, protocol, hostname, port, username, password, hash, pathname } = new URL(endpoint)
  if (username || password || hash || pathname.length < 2) return false
  if (testOrigin !== null && origin === testOrigin) return true
  const isKnown = pushHosts.some((host) => (host.startsWith('.') ? hostname.endsWith(host) : hostname === host))
  return protocol === 'https:' && port === '' && isKnown
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

type Delivery = {
  /** How long a device that is off or offline may still get it. */
  lifetimeMs: number
  /** Whether a sleeping device is woken for it (RFC 8030 §5.3). */
  urgency: 'high' | 'normal' | 'low'
}

export const deliveries: Readonly<Record<NotificationKind, Delivery>> = {
  message: { lifetimeMs: dayMs, urgency: 'high' },
  request: { lifetimeMs: dayMs, urgency: 'high' },
  match: { lifetimeMs: dayMs, urgency: 'high' },
  reveal: { lifetimeMs: dayMs, urgency: 'high' },
  like: { lifetimeMs: dayMs, urgency: 'normal' },
  visitor: { lifetimeMs: dayMs, urgency: 'low' },
  favourite: { lifetimeMs: 10 * minuteMs, urgency: 'normal' },
  // An encounter that one of the two never opens ends after the same time.
  stranger: { lifetimeMs: 5 * minuteMs, urgency: 'high' },
  'blind-date': { lifetimeMs: 10 * minuteMs, urgency: 'high' },
  order: { lifetimeMs: 3 * dayMs, urgency: 'normal' },
  gift: { lifetimeMs: dayMs, urgency: 'high' },
  verification: { lifetimeMs: 3 * dayMs, urgency: 'normal' },
  moderation: { lifetimeMs: 3 * dayMs, urgency: 'normal' },
  security: { lifetimeMs: 3 * dayMs, urgency: 'high' },
}

/** Delays before the second attempt, the third, and so on, in seconds: about eleven hours in total. */
export const retryDelaysS = [5, 30, 120, 600, 3600, 10_800, 25_200] as const

/** A service may ask for its own delay (`Retry-After`), up to this. */
const longestPauseS = 12 * 60 * 60

export type FailedPush = { attempts: number; until: number; retryAfter: string | null }

/**
 * Returns the seconds until the next attempt, at least as many as the service asks for. Null if the message will be useless by
 * then or has no attempts left.
 */
export function nextDelayS({ attempts, until, retryAfter }: FailedPush, now: number): number | null {
  const delayS = retryDelaysS[attempts - 1]
  if (delayS === undefined) return null
  const asked = retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Math.min(Number(retryAfter), longestPauseS) : 0
  const pauseS = Math.max(delayS, asked)
  return now + pauseS * 1000 < until ? pauseS : null
}

/** `gone`: the subscription has ended. `refused`: every further attempt would fail too. */
export type PushOutcome = 'sent' | 'gone' | 'later' | 'refused'

/** Interprets the response of a push service (RFC 8030 §5, §7.3). Redirects are never followed. */
export function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  return status === 408 || status === 429 || status >= 500 ? 'later' : 'refused'
}
