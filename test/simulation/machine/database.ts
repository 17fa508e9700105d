import { readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { Row } from './object-storage.ts'

type Ask = <Answer>(answer: () => Answer) => Promise<Answer>
type Result = { success: true; results: Row[]; meta: { changes: number } }

const migrations = 'src/db/migrations'

/** The database with the product's own tables. `ask` brings each question there, and its answer back. */
export class SimulatedDatabase {
  readonly #db = new DatabaseSync(':memory:')
  readonly #statements = new Map<string, { statement: StatementSync; hasRows: boolean }>()
  readonly #ask: Ask

  constructor(ask: Ask) {
    this.#ask = ask
    const files = readdirSync(migrations).filter((name) => name.endsWith('.sql'))
    for (const name of files.toSorted()) this.#db.exec(readFileSync(`${migrations}/${name}`, 'utf8'))
  }

  /** Without the way there and back. */
  read(sql: string, ...params: SQLInputValue[]): Row[] {
    return this.#run(sql, params).results
  }

  /** As much of D1's binding as the product uses. */
  get binding() {
    return {
      prepare: (sql: string) => this.#statement(sql, []),
      batch: (statements: readonly { execute(): Result }[]) => this.#ask(() => this.#batch(statements)),
    }
  }

  #statement(sql: string, params: readonly unknown[]) {
    const execute = () => this.#run(sql, params)
    return {
      execute,
      bind: (...bound: unknown[]) => this.#statement(sql, bound),
      all: () => this.#ask(execute),
      run: () => this.#ask(execute),
      first: () => this.#ask(() => execute().results[0] ?? null),
      raw: () => this.#ask(() => this.#listValues(sql, params)),
    }
  }

  #batch(statements: readonly { execute(): Result }[]): Result[] {
    this.#db.exec('BEGIN')
    try {
      const results = statements.map((statement) => statement.execute())
      this.#db.exec('COMMIT')
      return results
    } catch (error) {
      this.#db.exec('ROLLBACK')
      throw error
    }
  }

  /** Rows as lists: two columns of one name are both in them. */
  #listValues(sql: string, params: readonly unknown[]): unknown {
    const statement = this.#db.prepare(sql)
    statement.setReturnArrays(true)
    return statement.all(...params.map(toInput))
  }

  #run(sql: string, params: readonly unknown[]): Result {
    const { statement, hasRows } = this.#prepare(sql)
    const values = params.map(toInput)
    if (hasRows) {
      return { success: true, results: statement.all(...values) as Row[], meta: { changes: 0 } }
    }
    return { success: true, results: [], meta: { changes: Number(statement.run(...values).changes) } }
  }

  #prepare(sql: string) {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#db.prepare(sql)
    const prepared = { statement, hasRows: statement.columns().length > 0 }
    this.#statements.set(sql, prepared)
    return prepared
  }
}

function toInput(value: unknown): SQLInputValue {
  if (value === undefined || value === null) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'string' || typeof value === 'number') return value
  throw new TypeError('The database takes texts and numbers')
}
