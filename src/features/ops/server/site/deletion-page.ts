import type { AppContext } from '#server/context.ts'
import type { Staff } from '../staff.ts'
import { deletionTables } from '../views/deletions.ts'
import { respondOps } from '../views/shell.ts'
import { readDeletions } from './deletion-queries.ts'

/** GET /ops/deletions: for operators. Counts and steps, no ids: nothing here can be decided. */
export async function showDeletions(c: AppContext, staff: Staff): Promise<Response> {
  const now = c.get('now')
  return respondOps(c, { title: 'Deletions', staff, body: deletionTables(await readDeletions(c.get('db'), now), now) })
}
