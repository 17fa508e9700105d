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
import { readAreaPage, readRevision, rebuildPage } from '#features/nearby/server/areas/rows.ts'
import { AlarmScheduler } from '#objects/platform/alarm-scheduler.ts'
import { alarmTable } from '#objects/platform/alarm-times.ts'
import { migrateObject } from '#objects/platform/migrate.ts'
import type { Env } from '#server/env.ts'
import { inJurisdiction } from '#server/objects/jurisdiction.ts'
import { areaSchema } from './area-schema.ts'
import { AreaStore } from './area-store.ts'
import { Candidates } from './candidates.ts'
import { findIn } from './find.ts'

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
    if (this.#store.build.isDone) this.#askForBuild()
    return null
  }

  async apply(changes: readonly AreaChange[]): Promise<void> {
    // One that was not built yet will read everything.
    if (this.#store.build.number > 0) this.#remember(this.#store.apply(changes, Date.now()))
    await this.#clearMarks(changes)
  }

  async touch(id: string, activeAt: number): Promise<void> {
    // An activity is no reason to read everything into memory.
    if (this.#candidates?.touch(id, activeAt) !== false) this.#store.storeActivity(id, activeAt)
  }

  async rebuild(isStale: boolean): Promise<void> {
    if (isStale) this.#store.markStale()
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
      const own = rows.filter(({ id }) => cell.parts === 1 || hashOf(id) % cell.parts === cell.part)
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
    // What was read includes these changes. The parts of a divided area know only of their own.
    if (cell.parts === 1) {
      await db.run(sql`delete from ${areaMarks}
        where parent_x = ${cell.x} and parent_y = ${cell.y} and revision <= ${this.#store.build.revision}`)
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
  async #clearMarks(changes: readonly AreaChange[]): Promise<void> {
    const cell = this.#cell
    if (!cell || changes.length === 0) return
    const known = JSON.stringify(changes.map(({ id, revision }) => [id, revision]))
    await openDatabase(this.env.DB).run(sql`
      delete from ${areaMarks} where parent_x = ${cell.x} and parent_y = ${cell.y}
        and exists (select 1 from json_each(${known}) change
          where change.value ->> 0 = member_id and change.value ->> 1 >= ${areaMarks.revision})
        and member_id in (select value ->> 0 from json_each(${known}))
        and exists (select 1 from ${areas} where parent_x = ${cell.x} and parent_y = ${cell.y} and parts = ${cell.parts})`)
  }
}
