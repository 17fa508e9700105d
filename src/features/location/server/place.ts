import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database } from '#db/database.ts'
import { cities } from '#db/schema.ts'
import type { AppContext } from '#server/context.ts'
import { AppError, invalidFields } from '#shared/errors.ts'
import { parseCell, type Cell } from '../grid.ts'
import { loadPlaces, type Assets } from './places/load-places.ts'
import { findPlaceCell, isPlaceId } from './places/search-places.ts'
import { moveToCell } from './queries.ts'

/** Form fields for a place: a cell, computed by the browser, or a town by the id of its `FoundPlace`. */
export const placeFields = {
  cellX: v.optional(v.union([v.string(), v.number()], 'invalid'), ''),
  cellY: v.optional(v.union([v.string(), v.number()], 'invalid'), ''),
  city: v.optional(v.pipe(v.string('choice'), v.maxLength(64, 'choice')), ''),
}
type PlaceFields = { cellX: string | number; cellY: string | number; city: string }

/** The chosen place; if both are null, the saved one stays. */
export type ChosenPlace = { cell: Cell | null; cityId: string | null }

/** Parses the fields. Refused on the field `city` if the cell is not in the grid. */
export function parsePlace({ cellX, cellY, city }: PlaceFields): ChosenPlace {
  const cell = parseCell(cellX, cellY)
  if (!cell && (cellX !== '' || cellY !== '')) throw invalidFields({ city: 'invalid' })
  return { cell, cityId: city || null }
}

type Deps = { db: Database; assets: Assets; now: number }

/** What `moveToPlace` needs of a request. */
export const movesOf = (c: AppContext): Deps => ({ db: c.get('db'), assets: c.env.ASSETS, now: c.get('now') })

/**
 * Moves a member within the limits of changes (429 `too-many` beyond them). A town is stored as its cell, which does not say its
 * name; only a city that has a page is stored as well. Returns that city.
 */
export async function moveToPlace(
  { db, assets, now }: Deps,
  memberId: string,
  { cell, cityId }: ChosenPlace,
): Promise<{ cityId: string | null }> {
  const city = cell || !cityId ? null : await findTown({ db, assets }, cityId)
  const target = cell ?? city?.cell
  if (!target) throw invalidFields({ city: cityId ? 'choice' : 'required' })
  if (!(await moveToCell(db, memberId, target, now)))
    throw new AppError('Too many changes of place', { status: 429, code: 'too-many' })
  return { cityId: city?.cityId ?? null }
}

/** A town of the file, by its number in GeoNames, or else a city that has a page. */
async function findTown(
  { db, assets }: Pick<Deps, 'db' | 'assets'>,
  id: string,
): Promise<{ cell: Cell; cityId: string | null } | null> {
  if (isPlaceId(id)) {
    const cell = findPlaceCell(await loadPlaces(assets), id)
    return cell && { cell, cityId: null }
  }
  const [row] = await db.select({ x: cities.cellX, y: cities.cellY }).from(cities).where(eq(cities.id, id))
  return row ? { cell: row, cityId: id } : null
}
