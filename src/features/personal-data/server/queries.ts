import { and, asc, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { dataExports, exportParts, members } from '#db/schema.ts'
import { heldWindowColumns } from '#db/held-window.ts'
import { exportLifetimeMs } from '../contract.ts'

export type DataExport = typeof dataExports.$inferSelect
/** A portion of a file that a step has stored. */
export type NewPart = { file: string; key: string; size: number; crc: number }

/** Adds an export, unless one of this day is ready or being made, or an earlier one still is; true if it was added. */
export async function insertExport(
  db: Database,
  { id, memberId, day, origin }: Pick<DataExport, 'id' | 'memberId' | 'day' | 'origin'>,
  now: number,
): Promise<boolean> {
  const rows = await db.all(sql`
    insert into ${dataExports} (id, member_id, day, state, origin, created_at, updated_at, expires_at)
    select ${id}, ${memberId}, ${day}, 'preparing', ${origin}, ${now}, ${now}, ${now + exportLifetimeMs}
    where not exists (select 1 from ${dataExports}
      where member_id = ${memberId} and (state = 'preparing' or (state = 'ready' and day >= ${day})))
    on conflict do nothing
    returning id`)
  return rows.length > 0
}

/** The member's newest export that has not expired, and what their day depends on: one row if the member exists. */
export function exportStatement(db: Database, memberId: string, now: number) {
  return db
    .select({
      exportId: dataExports.id,
      exportState: dataExports.state,
      exportDay: dataExports.day,
      exportSize: dataExports.size,
      exportExpiresAt: dataExports.expiresAt,
      exportTimeZone: sql<string>`${members.timeZone}`.as('export_time_zone'),
      ...heldWindowColumns(memberId, now),
    })
    .from(members)
    .leftJoin(dataExports, and(eq(dataExports.memberId, members.id), gt(dataExports.expiresAt, now)))
    .where(eq(members.id, memberId))
    .orderBy(desc(dataExports.createdAt))
    .limit(1)
}

/** Finds an export by its id, whoever has it. */
export async function findExport(db: Database, id: string): Promise<DataExport | null> {
  const [row] = await db.select().from(dataExports).where(eq(dataExports.id, id))
  return row ?? null
}

/** Finds a member's own export that is ready and has not expired. */
export async function findReadyExport(db: Database, memberId: string, id: string, now: number): Promise<DataExport | null> {
  const found = await findExport(db, id)
  return found?.memberId === memberId && found.state === 'ready' && found.expiresAt > now ? found : null
}

/**
 * Records a step and the portions that it stored, in one batch. False if another run has written that step: then this run's objects
 * belong to no file. `end`: the state in which the export ends with this step.
 */
export async function saveStep(
  db: Database,
  { id, step }: Pick<DataExport, 'id' | 'step'>,
  { parts, cursor, end }: { parts: readonly NewPart[]; cursor: string; end?: { size: number } | undefined },
  now: number,
): Promise<boolean> {
  const isCurrent = sql`exists (select 1 from ${dataExports} where id = ${id} and step = ${step} and state = 'preparing')`
  const listed = JSON.stringify(parts.map(({ file, key, size, crc }, position) => ({ position, file, key, size, crc })))
  const [, updated] = await db.batch([
    db.all(sql`
      insert into ${exportParts} (export_id, step, position, file, key, size, crc)
      select ${id}, ${step}, value ->> 'position', value ->> 'file', value ->> 'key', value ->> 'size', value ->> 'crc'
      from json_each(${listed}) where ${isCurrent}`),
    db
      .update(dataExports)
      .set({
        step: step + 1,
        cursor,
        updatedAt: now,
        ...(end ? { state: 'ready' as const, size: end.size, expiresAt: now + exportLifetimeMs } : {}),
      })
      .where(and(eq(dataExports.id, id), eq(dataExports.step, step), eq(dataExports.state, 'preparing')))
      .returning({ id: dataExports.id }),
  ])
  return updated.length > 0
}

/** Ends an export that cannot be finished; it counts for no day. */
export async function saveFailure(db: Database, id: string, now: number): Promise<void> {
  await db
    .update(dataExports)
    .set({ state: 'failed', updatedAt: now, expiresAt: now + exportLifetimeMs })
    .where(and(eq(dataExports.id, id), eq(dataExports.state, 'preparing')))
}

export type ExportPart = Pick<typeof exportParts.$inferSelect, 'step' | 'position' | 'file' | 'key' | 'size' | 'crc'>

/** Rows of portions that one read takes. */
const partsPage = 1000

/** Lists all portions of an export in the order in which they were stored. */
export async function listParts(db: Database, exportId: string): Promise<ExportPart[]> {
  const all: ExportPart[] = []
  let last: ExportPart | undefined
  do {
    const page: ExportPart[] = await partsAfter(db, exportId, last)
    all.push(...page)
    last = page.length === partsPage ? page.at(-1) : undefined
  } while (last)
  return all
}

function partsAfter(db: Database, exportId: string, last: ExportPart | undefined): Promise<ExportPart[]> {
  const { step, position, file, key, size, crc } = exportParts
  return db
    .select({ step, position, file, key, size, crc })
    .from(exportParts)
    .where(
      and(eq(exportParts.exportId, exportId), last ? sql`(${step}, ${position}) > (${last.step}, ${last.position})` : undefined),
    )
    .orderBy(asc(step), asc(position))
    .limit(partsPage)
}

/** Lists exports whose time is over, the oldest first. */
export function listExpired(db: Database, now: number, limit: number) {
  return db
    .select({ id: dataExports.id, memberId: dataExports.memberId })
    .from(dataExports)
    .where(lt(dataExports.expiresAt, now))
    .orderBy(asc(dataExports.expiresAt))
    .limit(limit)
}

/** Lists exports in preparation that nothing has moved on since `before`. */
export function listStalled(db: Database, before: number, limit: number) {
  return db
    .select({ id: dataExports.id, createdAt: dataExports.createdAt })
    .from(dataExports)
    .where(and(eq(dataExports.state, 'preparing'), lt(dataExports.updatedAt, before)))
    .orderBy(asc(dataExports.updatedAt))
    .limit(limit)
}

/** Lists all exports of a member. */
export function listExports(db: Database, memberId: string) {
  return db.select({ id: dataExports.id }).from(dataExports).where(eq(dataExports.memberId, memberId))
}

/** Deletes an export with its list of portions. */
export async function deleteExport(db: Database, id: string): Promise<void> {
  await db.delete(dataExports).where(eq(dataExports.id, id))
}
