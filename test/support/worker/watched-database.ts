import { env } from 'cloudflare:test'

/** Runs a call of D1 with this many statements, or does something else instead. */
export type OnCall = (call: () => unknown, statements: number) => unknown

const ofDatabase = new Set(['batch', 'exec'])
const ofStatement = new Set(['all', 'first', 'raw', 'run'])

/** The real database, each of whose calls passes through `onCall`; a batch is one call, whatever its size. */
export function watchedDatabase(onCall: OnCall): D1Database {
  const originals = new WeakMap<object, object>()
  // The runtime accepts only its own statements, so they are unwrapped before a call.
  const unwrap = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(unwrap)
      : ((typeof value === 'object' && value !== null && originals.get(value)) ?? value) || value
  const watch = <T extends object>(target: T, names: ReadonlySet<string>): T =>
    new Proxy(target, {
      get(object, name) {
        const value: unknown = Reflect.get(object, name)
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          const call = (): unknown => Reflect.apply(value, object, args.map(unwrap))
          if (names.has(String(name))) return onCall(call, Array.isArray(args[0]) && name === 'batch' ? args[0].length : 1)
          const result = call()
          if (name !== 'prepare' && name !== 'bind') return result
          const statement = watch(result as object, ofStatement)
          originals.set(statement, result as object)
          return statement
        }
      },
    })
  return watch(env.DB, ofDatabase)
}
