import { env } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { cellOf, type Cell } from '#features/location/contract.ts'
import { cellColumnsOf } from '#features/location/rules.ts'
import { genderMask } from '#features/profile/rules.ts'
import { members, profiles } from '#db/schema.ts'
import { createMember, db, type TestMember } from './members.ts'

export type Position = { latitude: number; longitude: number }

let areas = 0

/** An area that no other test of the file uses: areas are 4° apart. Which one it is depends on the files that have run before. */
export function newArea(): Position {
  const area = areas++
  return { latitude: -40 + (area % 20) * 4, longitude: -170 + Math.floor(area / 20) * 8 }
}

/**
 * An area that is always the same, far from all others: for tests whose distances are close to a limit of the grid, because where its cells
 * and parents begin differs from area to area. Each test of a file takes another number.
 */
export function fixedArea(number: 0 | 1 | 2 | 3): Position {
  return { latitude: 46 + number * 4, longitude: -170 }
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

/** A member who lives there, of gender `is`, looking for `seeks`. */
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

/**
 * Creates many members at once, without sessions; their ids begin with the returned prefix. Four share each time of last
 * activity, so their order depends on the id.
 */
export async function createCrowd(home: Position, size: number, now: number): Promise<string> {
  const model = await createPerson(home, { activeAt: now })
  const numbers = sql`(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${size - 1}) select i from n)`
  const copy = sql`${model.id} || '-' || i`
  await db.run(sql`insert into ${members} (id, email, password_hash, state, first_name, birth_date, gender, locale, time_zone, appearance, created_at, updated_at)
    select ${copy}, ${copy} || '@example.test', '', state, first_name, birth_date, gender, locale, time_zone, appearance, created_at, updated_at
    from ${members}, ${numbers} where id = ${model.id}`)
  await db.run(sql`insert into ${profiles} (member_id, first_name, discoverable, about, gender, birth_date, seeks_mask, gender_mask, cell_x, cell_y, parent_x, parent_y, interests, languages, completeness, active_at, updated_at)
    select ${copy}, first_name, discoverable, about, gender, birth_date, seeks_mask, gender_mask, cell_x, cell_y, parent_x, parent_y, interests, languages, completeness, ${now} - 1000 * (i / 4), updated_at
    from ${profiles}, ${numbers} where member_id = ${model.id}`)
  return model.id
}

/** Rows that a query read, as D1 counts them. */
export async function rowsRead(query: string, params: unknown[]): Promise<number> {
  const { meta } = await env.DB.prepare(query)
    .bind(...params)
    .all()
  return meta.rows_read
}
