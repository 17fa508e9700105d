import { env } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { vi } from 'vitest'
import { areas } from '#db/schema.ts'
import { cellColumnsOf } from '#features/location/rules.ts'
import { changesStatement } from '#features/nearby/server/areas/changes.ts'
import { areaNames } from '#features/nearby/server/areas/contract.ts'
import { repairAreas } from '#features/nearby/server/areas/repair.ts'
import { areaObject } from '#server/objects/stubs.ts'
import { db } from './members.ts'
import { cellAt, type Position } from './places.ts'

/** Builds every area that was not built yet, and reports all changes. */
export async function settleAreas(): Promise<void> {
  const names = await listAreas()
  await Promise.all(names.map(async (name) => ((await isBuilt(name)) ? null : areaObject(env, name).rebuild())))
  await vi.waitUntil(async () => (await Promise.all(names.map(isBuilt))).every(Boolean), { timeout: 60_000 })
  // Rebuilds that are due are no part of it.
  await db.update(areas).set({ rebuiltAt: Date.now() })
  for (let marks = 1; marks > 0; marks = (await changesStatement(db, sql`1`, Date.now())).length)
    await repairAreas(env, Date.now())
}

export async function listAreas(): Promise<string[]> {
  const rows = await db.all<{ x: number; y: number; parts: number }>(
    sql`select parent_x as x, parent_y as y, parts from ${areas}`,
  )
  return rows.flatMap((area) => areaNames(area, area.parts))
}

const isBuilt = async (name: string): Promise<boolean> => (await areaObject(env, name).count()) !== null

/** The parent that holds a position. */
export function parentAt(home: Position): { x: number; y: number } {
  const { parentX: x, parentY: y } = cellColumnsOf(cellAt(home))
  return { x, y }
}

/** The object of the area around a position, while it is not divided. */
export const areaNameAt = (home: Position): string => areaNames(parentAt(home), 1)[0] ?? ''
