import { env } from 'cloudflare:test'
import { cellOf, type Cell } from '#features/location/contract.ts'
import { cellColumnsOf } from '#features/location/rules.ts'
import { genderMask } from '#features/profile/rules.ts'
import type { profiles } from '#db/schema.ts'
import { createMember, type TestMember } from './members.ts'

export type Position = { latitude: number; longitude: number }

let areas = 0

/** A stretch of land that no other test of the file uses: the areas lie 4° apart. */
export function newArea(): Position {
  const area = areas++
  return { latitude: -40 + (area % 20) * 4, longitude: -170 + Math.floor(area / 20) * 8 }
}

/** `km` north and east of a position, roughly. */
export function moved({ latitude, longitude }: Position, north: number, east = 0): Position {
  const degreeKm = 111.2
  return {
    latitude: latitude + north / degreeKm,
    longitude: longitude + east / (degreeKm * Math.cos((latitude * Math.PI) / 180)),
  }
}

export function cellAt({ latitude, longitude }: Position): Cell {
  return cellOf(latitude, longitude)
}

type Person = Partial<typeof profiles.$inferInsert> & { firstName?: string; is?: string; seeks?: string[] }

/** A member who lives there: of gender `is`, looking for `seeks`. */
export function createPerson(
  at: Position,
  { firstName, is = 'woman', seeks = ['woman', 'man', 'nonbinary'], ...profile }: Person = {},
): Promise<TestMember> {
  const shared = { gender: is, birthDate: profile.birthDate ?? '1992-06-15' }
  return createMember({
    member: { ...shared, ...(firstName ? { firstName } : {}) },
    profile: { ...shared, genderMask: genderMask([is]), seeksMask: genderMask(seeks), ...cellColumnsOf(cellAt(at)), ...profile },
  })
}

/** Rows that a query read, as D1 counts them. */
export async function rowsRead(sql: string, params: unknown[]): Promise<number> {
  const { meta } = await env.DB.prepare(sql)
    .bind(...params)
    .all()
  return meta.rows_read
}
