export type RateLimits = Record<string, { namespace_id: string; simple: { limit: number; period?: 10 | 60 } }>

/** Requests in 10 s from one address: on this machine, everything comes from the same one. */
export const localFlood = 10_000

/**
 * The rate limits of a local server. Browser tests and benches use one address and few members. `factor`, the variable
 * `LIMITS_FACTOR`, raises the limits per member, here and in the worker.
 */
export function localLimits(limits: RateLimits, factor = 1): RateLimits {
  const entries = Object.entries(limits).map(([name, limit]) => {
    const most = (name === 'FLOOD_LIMIT' ? localFlood : limit.simple.limit) * factor
    return [name, { ...limit, simple: { ...limit.simple, limit: most } }]
  })
  return Object.fromEntries(entries)
}
