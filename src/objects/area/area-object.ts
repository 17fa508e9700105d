import { DurableObject } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { openDatabase, type Database } from '#db/database.ts'
import { areaMarks, areas } from '#db/schema.ts'
import {
  hashOf,
  parseAreaName,
  type AreaAnswer,
  type AreaChange,
  type AreaQuery,
  type AreaRpc,
} from '#features/nearby/server/areas/contract.ts'
import { clearMarksSql } from '#features/nearby/server/areas/changes.ts'
import { readAreaPage, readRevision, rebuildPage } from '#features/nearby/server/areas/rows.ts'
import { keptActivity } from '#features/profile/server/public.ts'
import { AlarmScheduler } from '#objects/platform/alarm-scheduler.ts'
import { alarmTable } from '#objects/platform/alarm-times.ts'
import { migrateObject } from '#objects/platform/migrate.ts'
import type { Env } from '#server/env.ts'
import { inJurisdiction } from '#server/objects/jurisdiction.ts'
import { areaSchema } from './area-schema.ts'
import { AreaStore } from './area-store.ts'
import { Candidates } from './candidates.ts'
import { findIn } from './find.ts'

/** How many marks one statement removes. */
const clearedAtOnce = 500

type AreaCell = NonNullable<ReturnType<typeof parseAreaName>>

/**
 * The candidates of one parent cell, or of a part of it: a copy of what D1 says, from which the list of people nearby is chosen. D1
 * decides about everyone who is shown, so that an old copy shows too few people and never somebody hidden.
 */
export class Area extends DurableObject<Env> implements AreaRpc {
  readonly #store: AreaStore
  readonly #alarms: AlarmScheduler<'build'>
  readonly #cell
  /** Null until something is asked of them after a start. */
  #candidates: Candidates | null = null
  #building: Promise<void> | null = null

  constructor(ctx: DurableObjectState, bindings: Env) {
    super(ctx, inJurisdiction(bindings))
    migrateObject(ctx.storage, areaSchema)
    this.#store = new AreaStore(ctx.storage)
    this.#alarms = new AlarmScheduler<'build'>(ctx.storage, alarmTable(ctx.storage.sql))
    this.#cell = parseAreaName(ctx.id.name ?? '')
  }

  async findCandidates(query: AreaQuery): Promise<AreaAnswer | null> {
    if (this.#store.build.isReady) return findIn(this.#load(), query)
    // Whatever has become of an earlier alarm.
    if (this.#building === null) this.#askForBuild()
    return null
  }

  async apply(changes: readonly AreaChange[]): Promise<void> {
    // One that was not built yet will read everything.
    const isBegun = this.#store.build.number > 0
    const known = isBegun ? changes.filter((change) => !this.#store.isDoubtful(change)) : changes
    if (isBegun) this.#remember(this.#store.apply(known, Date.now()))
    await this.#clearMarks(known)
  }

  async touch(id: string, activeAt: number): Promise<void> {
    const showsOnline = this.#store.showsOnline(id)
    if (showsOnline === null) return
    // The member may have hidden it since the report was made.
    const kept = keptActivity(activeAt, showsOnline)
    // An activity is no reason to read everything into memory.
    if (this.#candidates?.touch(id, kept) !== false) this.#store.storeActivity(id, kept)
  }

  async rebuild(): Promise<void> {
    this.#askForBuild()
  }

  async count(): Promise<number | null> {
    return this.#store.build.isReady ? this.#store.count() : null
  }

  async clear(): Promise<void> {
    await this.#alarms.cancel()
    this.#store.clear()
    this.#candidates = null
  }

  override async alarm(): Promise<void> {
    await this.#alarms.run(Date.now(), { build: () => this.#buildOnce() })
  }

  #load(): Candidates {
    if (this.#candidates) return this.#candidates
    this.#candidates = new Candidates()
    this.#candidates.load(this.#store.listRows())
    return this.#candidates
  }

  #remember(changes: readonly AreaChange[]): void {
    for (const { id, row } of changes) {
      if (row) this.#candidates?.upsert(row)
      else this.#candidates?.remove(id)
    }
  }

  #askForBuild(): void {
    this.#alarms.schedule('build', Date.now())
  }

  #buildOnce(): Promise<void> {
    this.#building ??= this.#build().finally(() => {
      this.#building = null
    })
    return this.#building
  }

  /** Reads everything from D1, page by page; it goes on where an interrupted one stopped. */
  async #build(): Promise<void> {
    const cell = this.#cell
    if (!cell) return
    const db = openDatabase(this.env.DB)
    if (this.#store.build.isDone && !(await this.#startBuild(db, cell))) return
    const { number } = this.#store.build
    for (let isMore = true; isMore;) {
      const { revision, rows } = await readAreaPage(db, cell, this.#store.build.cursor, Date.now())
      // It was cleared meanwhile.
      if (this.#store.build.number !== number) return
      const own = rows.filter(({ id }) => isIn(cell, id))
      this.#remember(
        this.#store.apply(
          own.map((row) => ({ id: row.id, row, revision })),
          Date.now(),
        ),
      )
      const last = rows.at(-1)
      if (last) this.#store.advance({ activeAt: last.activeAt, id: last.id })
      isMore = rows.length >= rebuildPage
    }
    for (const id of this.#store.finishBuild()) this.#candidates?.remove(id)
    await this.#clearBuilt(db, cell)
  }

  /** What was read includes these changes. A part knows only of its own; while an area is being divided, the others need them, too. */
  async #clearBuilt(db: Database, cell: AreaCell): Promise<void> {
    const { revision } = this.#store.build
    for (let after = '', isMore = true; isMore;) {
      const marks = await db.all<{ id: string }>(sql`
        select member_id as id from ${areaMarks}
        where parent_x = ${cell.x} and parent_y = ${cell.y} and member_id > ${after} and revision <= ${revision}
          and exists (select 1 from ${areas} where parent_x = ${cell.x} and parent_y = ${cell.y} and next_parts is null)
        order by member_id limit ${clearedAtOnce}`)
      const own = marks.filter(({ id }) => isIn(cell, id))
      await this.#clearMarks(own.map(({ id }) => ({ id, revision })))
      after = marks.at(-1)?.id ?? after
      isMore = marks.length === clearedAtOnce
    }
  }

  /** False if the area has been divided differently meanwhile; then this object stores nothing. */
  async #startBuild(db: Database, cell: AreaCell): Promise<boolean> {
    const latest = this.#store.latestRevision()
    const revision = await readRevision(db, cell, cell.parts)
    // D1 knows of fewer changes than this area: it was restored from a backup.
    if (revision === null || revision < latest) await this.clear()
    if (revision !== null) this.#store.startBuild(revision)
    return revision !== null
  }

  /** These changes are known here. While the area is being divided, only its present objects clear marks. */
  async #clearMarks(changes: readonly Pick<AreaChange, 'id' | 'revision'>[]): Promise<void> {
    const cell = this.#cell
    if (!cell || changes.length === 0) return
    await openDatabase(this.env.DB).run(clearMarksSql(cell, changes))
  }
}

const isIn = ({ part, parts }: AreaCell, id: string): boolean => parts === 1 || hashOf(id) % parts === part
