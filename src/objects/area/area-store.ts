import type { ActivityKey, AreaChange, AreaRow } from '#features/nearby/server/areas/contract.ts'

/** `revision`: the area's in D1 at the start; `removed`: the latest one with which a candidate was removed. */
export type Build = { number: number; revision: number; cursor: ActivityKey; isDone: boolean; isReady: boolean; removed: number }

const neverBuilt = { number: 0, revision: 0, isDone: true, isReady: false, removed: 0 }

type BuildRow = {
  number: number
  revision: number
  cursor_at: number
  cursor_id: string
  done: 0 | 1
  ready: 0 | 1
  removed: number
}

/**
 * A recorded activity is stored when it is so much later than the stored one; until then it is in memory alone, and lost with it.
 * The online dot, which lasts five minutes, allows no more.
 */
const activityStepMs = 60_000
/** Calls that began so long ago have ended. */
const removedKeptMs = 10 * 60_000

/** A text bound to a statement may have 2 MB. */
const writtenAtOnce = 500

/** Before every activity. */
export const beginning: ActivityKey = { activeAt: -1, id: '' }

/** The rows of an area. A change is ignored if a later one has come before it. */
export class AreaStore {
  readonly #storage: DurableObjectStorage
  readonly #sql: SqlStorage
  /** Revisions of removed candidates: an earlier change that comes late does not bring them back. */
  readonly #removed = new Map<string, { revision: number; at: number }>()
  /** Those removed up to this revision may be unknown to `#removed`, which begins with the object's start. */
  #forgottenUntil: number
  #build: Build

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
    this.#sql = storage.sql
    const [row] = this.#sql.exec<BuildRow>('SELECT * FROM builds').toArray()
    this.#build = row ? toBuild(row) : { ...neverBuilt, cursor: beginning }
    this.#forgottenUntil = this.#build.removed
  }

  get build(): Build {
    return this.#build
  }

  /** One by one: all rows at once would take 100 MB. Write nothing meanwhile. */
  *listRows(): Generator<AreaRow> {
    const rows = this.#sql.exec<{ active_at: number; row: string }>('SELECT active_at, row FROM candidates')
    for (const { active_at: activeAt, row } of rows) yield { ...parse(row), activeAt }
  }

  /** Whether this candidate shows when they are online; null for an unknown one. */
  showsOnline(id: string): boolean | null {
    const [row] = this.#sql
      .exec<{ shows: 0 | 1 }>(`SELECT row ->> '$.showsOnline' AS shows FROM candidates WHERE id = ?`, id)
      .toArray()
    return row ? row.shows === 1 : null
  }

  /**
   * Whether a change may be older than a removal that this object does not remember: it would bring somebody back. It is not stored,
   * and its mark stays; the next page reads a later revision.
   */
  isDoubtful({ id, row, revision }: AreaChange): boolean {
    return row !== null && revision < this.#forgottenUntil && this.showsOnline(id) === null
  }

  count(): number {
    return this.#sql.exec<{ count: number }>('SELECT COUNT(*) AS count FROM candidates').one().count
  }

  /** Returns the changes that were stored, which are not older than what was there. */
  apply(changes: readonly AreaChange[], now: number): AreaChange[] {
    return this.#storage.transactionSync(() => {
      const applied: AreaChange[] = []
      const sure = changes.filter((change) => !this.isDoubtful(change))
      for (let start = 0; start < sure.length; start += writtenAtOnce)
        applied.push(...this.#writeSome(sure.slice(start, start + writtenAtOnce)))
      for (const change of changes) if (change.row === null && this.#remove(change, now)) applied.push(change)
      return applied
    })
  }

  storeActivity(id: string, activeAt: number): void {
    this.#sql.exec('UPDATE candidates SET active_at = ?1 WHERE id = ?2 AND active_at <= ?1 - ?3', activeAt, id, activityStepMs)
  }

  startBuild(revision: number): void {
    const { number, isReady, removed } = this.#build
    this.#writeBuild({ number: number + 1, revision, cursor: beginning, isDone: false, isReady, removed })
  }

  /** Everything up to this candidate has been read. */
  advance(cursor: ActivityKey): void {
    this.#writeBuild({ ...this.#build, cursor })
  }

  /** Ends a rebuild: returns those whom it has not seen, and who are therefore gone. */
  finishBuild(): string[] {
    const { number } = this.#build
    const gone = this.#sql.exec<{ id: string }>('DELETE FROM candidates WHERE build < ? RETURNING id', number).toArray()
    // The cursor names a member.
    this.#writeBuild({ ...this.#build, cursor: beginning, isDone: true, isReady: true })
    return gone.map(({ id }) => id)
  }

  /** The latest revision of any candidate, or removed one. */
  latestRevision(): number {
    const { latest } = this.#sql.exec<{ latest: number | null }>('SELECT MAX(revision) AS latest FROM candidates').one()
    return Math.max(latest ?? 0, this.#build.removed)
  }

  clear(): void {
    this.#storage.transactionSync(() => {
      this.#sql.exec('DELETE FROM candidates')
      this.#sql.exec('DELETE FROM builds')
    })
    this.#removed.clear()
    this.#forgottenUntil = 0
    this.#build = { ...neverBuilt, cursor: beginning }
  }

  /** Writes rows with one statement, which is several times faster than one for each. */
  #writeSome(changes: readonly AreaChange[]): AreaChange[] {
    const rows = changes.flatMap(({ id, row, revision }) =>
      row && revision >= (this.#removed.get(id)?.revision ?? 0) ? [[id, revision, row.activeAt, JSON.stringify(row)]] : [],
    )
    if (rows.length === 0) return []
    const written = this.#sql.exec<{ id: string }>(
      `INSERT INTO candidates (id, revision, build, active_at, row)
       SELECT value ->> 0, value ->> 1, ?2, value ->> 2, value ->> 3 FROM json_each(?1) WHERE true
       ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, build = excluded.build, active_at = excluded.active_at,
         row = excluded.row
       WHERE excluded.revision >= revision RETURNING id`,
      JSON.stringify(rows),
      this.#build.number,
    )
    const ids = new Set(written.toArray().map(({ id }) => id))
    for (const id of ids) this.#removed.delete(id)
    return changes.filter(({ id, row }) => row !== null && ids.has(id))
  }

  #remove({ id, revision }: AreaChange, now: number): boolean {
    const [known] = this.#sql.exec<{ revision: number }>('SELECT revision FROM candidates WHERE id = ?', id).toArray()
    if (revision < Math.max(known?.revision ?? 0, this.#removed.get(id)?.revision ?? 0)) return false
    this.#sql.exec('DELETE FROM candidates WHERE id = ?', id)
    this.#noteRemoved(id, revision, now)
    return true
  }

  #noteRemoved(id: string, revision: number, now: number): void {
    this.#removed.delete(id)
    this.#removed.set(id, { revision, at: now })
    if (revision > this.#build.removed) this.#writeBuild({ ...this.#build, removed: revision })
    // In the order of time, so that the old ones are first.
    for (const [other, { at }] of this.#removed) {
      if (now - at < removedKeptMs) break
      this.#removed.delete(other)
    }
  }

  #writeBuild(build: Build): void {
    this.#sql.exec(
      'INSERT OR REPLACE INTO builds (id, number, revision, cursor_at, cursor_id, done, ready, removed) VALUES (1, ?, ?, ?, ?, ?, ?, ?)',
      build.number,
      build.revision,
      build.cursor.activeAt,
      build.cursor.id,
      Number(build.isDone),
      Number(build.isReady),
      build.removed,
    )
    this.#build = build
  }
}

function toBuild({ number, revision, cursor_at: activeAt, cursor_id: id, done, ready, removed }: BuildRow): Build {
  return { number, revision, cursor: { activeAt, id }, isDone: done === 1, isReady: ready === 1, removed }
}

function parse(json: string): AreaRow {
  return JSON.parse(json)
}
