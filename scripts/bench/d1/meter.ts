/** The cost of some D1 queries: `calls` counts round trips (a batch is one), `ms` is the time that D1 reports. */
export type Asked = { calls: number; statements: number; rowsRead: number; rowsWritten: number; ms: number }

export const nothing: Asked = { calls: 0, statements: 0, rowsRead: 0, rowsWritten: 0, ms: 0 }

export function sumOf(readings: readonly Asked[]): Asked {
  return readings.reduce(
    (sum, { calls, statements, rowsRead, rowsWritten, ms }) => ({
      calls: sum.calls + calls,
      statements: sum.statements + statements,
      rowsRead: sum.rowsRead + rowsRead,
      rowsWritten: sum.rowsWritten + rowsWritten,
      ms: sum.ms + ms,
    }),
    nothing,
  )
}

type Meta = { rows_read?: number; rows_written?: number; duration?: number }
type Answer = { meta?: Meta } | { meta?: Meta }[]
type Send = (endpoint: string, query: string | string[], params: unknown[] | unknown[][], ...rest: unknown[]) => Promise<Answer>
/** The method of the binding's session that every query passes through. */
const send = '_send'
type Session = { [send]: Send }
export type Query = { sql: string; params: unknown[] }

/**
 * Wraps each round trip of a database: one query or one batch. It wraps the one method through which the runtime's binding sends
 * everything, because not all methods return D1's figures for a query.
 */
export function aroundDatabase<Database extends object>(
  database: Database,
  around: (queries: Query[], ask: () => Promise<Answer>) => Promise<Answer>,
): Database {
  const session = sessionOf(database)
  const watched: Session = Object.assign(Object.create(session), {
    [send]: (...args: Parameters<Send>) => around(toQueries(args[1], args[2]), () => session[send](...args)),
  })
  return Object.create(database, { alwaysPrimarySession: { value: watched } })
}

/** The same database, which calls `onAsked` after every round trip. */
export function meteredDatabase<Database extends object>(
  database: Database,
  onAsked: (asked: Asked, queries: Query[]) => void,
): Database {
  return aroundDatabase(database, async (queries, ask) => {
    const answer = await ask()
    onAsked(askedOf(answer), queries)
    return answer
  })
}

/** Meters every database of this runtime, those of its objects among them. `database`: any of them. */
export function meterRuntime(database: object, onAsked: (asked: Asked) => void): void {
  const prototype = requireSession(Object.getPrototypeOf(sessionOf(database)))
  const original = prototype[send]
  prototype[send] = async function (this: Session, ...args: Parameters<Send>) {
    const answer = await original.apply(this, args)
    onAsked(askedOf(answer))
    return answer
  }
}

function askedOf(answer: Answer): Asked {
  const metas = [answer].flat().map(({ meta }) => meta ?? {})
  const sum = (field: keyof Meta) => metas.reduce((total, meta) => total + (meta[field] ?? 0), 0)
  return { calls: 1, statements: metas.length, rowsRead: sum('rows_read'), rowsWritten: sum('rows_written'), ms: sum('duration') }
}

const sessionOf = (database: object): Session => requireSession(Reflect.get(database, 'alwaysPrimarySession'))

function requireSession(value: unknown): Session {
  if (!isSession(value)) throw new Error('The D1 binding has changed: see scripts/bench/d1/meter.ts')
  return value
}

function isSession(value: unknown): value is Session {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, send) === 'function'
}

function toQueries(query: string | string[], params: unknown[] | unknown[][]): Query[] {
  if (typeof query === 'string') return [{ sql: query, params }]
  return query.map((sql, index) => ({ sql, params: [params[index] ?? []].flat() }))
}
