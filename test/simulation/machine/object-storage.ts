import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

export type Row = Record<string, unknown>
type Prepared = { statement: StatementSync; hasRows: boolean }

/**
 * What an object has stored: SQLite, as the runtime has it, and one alarm. All writes of a step are one transaction, as they are
 * there: they last together when the step is over, or are lost together when the object crashes before.
 */
export class ObjectStorage {
  #db: DatabaseSync | null = null
  readonly #statements = new Map<string, Prepared>()
  /** The writes of this step may be taken back. */
  isRevocable = false
  #isWriting = false
  #isWiped = false
  /** What this step has written by. */
  #written: string[] = []
  #savepoints = 0
  /** The alarm as the object sees it, and as it lasts. */
  #alarmAt: number | null = null
  #lastingAlarmAt: number | null = null

  constructor(copied?: Uint8Array) {
    if (copied) this.#open().deserialize(copied)
  }

  /** All that is stored, for another object that begins with the same. */
  copy(): Uint8Array {
    return this.#open().serialize()
  }

  /** True when nothing is stored, as for an object that never was. */
  get isEmpty(): boolean {
    return this.#db === null
  }

  get alarmAt(): number | null {
    return this.#alarmAt
  }

  set alarmAt(at: number | null) {
    this.#alarmAt = at
  }

  /** The alarm rings: it is set no more, unless the object sets it again. */
  takeAlarm(): void {
    this.#alarmAt = null
    this.#lastingAlarmAt = null
  }

  exec(sql: string, params: readonly SQLInputValue[]): { rows: Row[]; rowsWritten: number } {
    if (!isReading(sql)) {
      this.#begin()
      this.#written.push(sql)
    }
    if (params.length === 0 && hasSeveral(sql)) {
      this.#open().exec(sql)
      return { rows: [], rowsWritten: 0 }
    }
    const { statement, hasRows } = this.#prepare(sql)
    if (hasRows) return { rows: statement.all(...params) as Row[], rowsWritten: 0 }
    return { rows: [], rowsWritten: Number(statement.run(...params).changes) }
  }

  get(key: string): unknown {
    if (this.#db === null || !this.hasTable(keyTable)) return undefined
    const [row] = this.read(`SELECT value FROM ${keyTable} WHERE key = ?`, key)
    return row ? JSON.parse(`${row['value']}`) : undefined
  }

  /** Undefined: deletes it. */
  put(key: string, value: unknown): void {
    this.exec(`CREATE TABLE IF NOT EXISTS ${keyTable} (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID`, [])
    if (value === undefined) this.exec(`DELETE FROM ${keyTable} WHERE key = ?`, [key])
    else this.exec(`INSERT OR REPLACE INTO ${keyTable} (key, value) VALUES (?, ?)`, [key, JSON.stringify(value)])
  }

  /** For a look from outside: no part of any step. */
  read(sql: string, ...params: SQLInputValue[]): Row[] {
    return this.#db === null || this.#isWiped ? [] : (this.#prepare(sql).statement.all(...params) as Row[])
  }

  hasTable(name: string): boolean {
    return this.read("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", name).length > 0
  }

  transactionSync<Result>(run: () => Result): Result {
    this.#begin()
    this.#savepoints += 1
    const name = `savepoint_${this.#savepoints}`
    this.#open().exec(`SAVEPOINT ${name}`)
    try {
      const result = run()
      this.#open().exec(`RELEASE ${name}`)
      return result
    } catch (error) {
      this.#open().exec(`ROLLBACK TO ${name}; RELEASE ${name}`)
      throw error
    } finally {
      this.#savepoints -= 1
    }
  }

  deleteAll(): void {
    this.#isWiped = true
    this.#alarmAt = null
  }

  /** From now on the writes of this step last. */
  commit(): { written: readonly string[]; alarmChanged: boolean } {
    const written = this.#isWiped ? [wiped] : this.#written
    this.#written = []
    if (this.#isWriting) this.#db?.exec('COMMIT')
    if (this.#isWiped) this.#close()
    const alarmChanged = this.#alarmAt !== this.#lastingAlarmAt
    this.#lastingAlarmAt = this.#alarmAt
    this.#isWriting = false
    this.#isWiped = false
    return { written, alarmChanged }
  }

  rollback(): void {
    if (this.#isWriting) this.#db?.exec('ROLLBACK')
    this.#written = []
    this.#isWriting = false
    this.#isWiped = false
    this.#alarmAt = this.#lastingAlarmAt
  }

  #close(): void {
    this.#statements.clear()
    this.#db?.close()
    this.#db = null
  }

  #begin(): void {
    if (this.#isWriting || !this.isRevocable) return
    this.#open().exec('BEGIN')
    this.#isWriting = true
  }

  #open(): DatabaseSync {
    if (this.#db) return this.#db
    this.#db = new DatabaseSync(':memory:')
    // Thousands of these are open at once.
    this.#db.exec('PRAGMA page_size = 512')
    return this.#db
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#open().prepare(sql)
    const prepared = { statement, hasRows: statement.columns().length > 0 }
    this.#statements.set(sql, prepared)
    return prepared
  }
}

/** Stands for `deleteAll` among what a step has written by. */
export const wiped = 'deleteAll'
/** Of the runtime's own, for single values. */
const keyTable = '_cf_KV'

const isReading = (sql: string) => /^\s*(?:SELECT|WITH)\b/i.test(sql)
const hasSeveral = (sql: string) => /;\s*\S/.test(sql)
