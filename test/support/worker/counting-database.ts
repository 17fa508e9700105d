import { env } from 'cloudflare:test'

/** The real database with counters of calls (a batch is one, whatever its size) and statements. */
export function countingDatabase(): { db: D1Database; count: () => number; statements: () => number } {
  let [asked, statements] = [0, 0]
  const counted = new Set(['batch', 'exec'])
  const executing = new Set(['all', 'first', 'raw', 'run'])
  const watch = <T extends object>(target: T, names: ReadonlySet<string>): T =>
    new Proxy(target, {
      get(object, name) {
        const value: unknown = Reflect.get(object, name)
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          if (names.has(String(name))) {
            asked += 1
            statements += Array.isArray(args[0]) && name === 'batch' ? args[0].length : 1
          }
          const result: unknown = Reflect.apply(value, object, args.map(unwrap))
          return name === 'prepare' || name === 'bind' ? remember(watch(result as object, executing), result as object) : result
        }
      },
    })
  const originals = new WeakMap<object, object>()
  const remember = (proxy: object, original: object) => (originals.set(proxy, original), proxy)
  // The runtime accepts only its own statements, so they are unwrapped before a call.
  const unwrap = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(unwrap)
      : ((typeof value === 'object' && value !== null && originals.get(value)) ?? value) || value
  return { db: watch(env.DB, counted), count: () => asked, statements: () => statements }
}
