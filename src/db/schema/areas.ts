import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { at } from './columns.ts'

/**
 * Every parent cell in which somebody is or was listed: the area objects that there are. Triggers write it (docs/decisions/044), and
 * count each change of a candidate in `revision`.
 */
export const areas = sqliteTable(
  'areas',
  {
    parentX: integer('parent_x').notNull(),
    parentY: integer('parent_y').notNull(),
    /** Into how many objects the area is divided. */
    parts: integer('parts').notNull().default(1),
    /** The number into which it is being divided. The new objects get every change, too. */
    nextParts: integer('next_parts'),
    /** The number before, until the former objects are empty. */
    formerParts: integer('former_parts'),
    /** Counts changes, from the time in ms on: after a restore of D1 it is later than anything an object has seen. */
    revision: integer('revision').notNull().default(0),
    /** When it was last asked to read everything again. */
    rebuiltAt: at('rebuilt_at').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.parentX, t.parentY] }),
    index('areas_rebuilt').on(t.rebuiltAt),
    index('areas_dividing')
      .on(t.parentX)
      .where(sql`next_parts is not null or former_parts is not null`),
  ],
)

/**
 * A candidate whose area object does not know of a change yet. Triggers write it, because a statement can forget it. The member may be
 * gone, so this is no reference.
 */
export const areaMarks = sqliteTable(
  'area_marks',
  {
    parentX: integer('parent_x').notNull(),
    parentY: integer('parent_y').notNull(),
    memberId: text('member_id').notNull(),
    /** That of the area after the change. An object that read the candidate earlier has a lower one, so it does not clear the mark. */
    revision: integer('revision').notNull(),
  },
  (t) => [primaryKey({ columns: [t.parentX, t.parentY, t.memberId] }), index('area_marks_member').on(t.memberId)],
)
