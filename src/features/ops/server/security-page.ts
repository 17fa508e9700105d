import type { AppContext } from '#server/context.ts'
import { dayOf } from '#server/security-events.ts'
import { listSecurityEvents } from './queries.ts'
import type { Staff } from './staff.ts'
import { securityTable } from './views/security.ts'
import { respondOps } from './views/shell.ts'

const dayMs = 24 * 60 * 60_000
const shownDays = 30

/** GET /ops/security: for operators. Today first, including days without events. */
export async function showSecurity(c: AppContext, staff: Staff): Promise<Response> {
  const now = c.get('now')
  const days = Array.from({ length: shownDays }, (_, ago) => dayOf(now - ago * dayMs))
  const events = await listSecurityEvents(c.get('db'), days.at(-1) ?? '')
  const rows = days.map((day) => ({
    day,
    counts: Object.fromEntries(events.filter((event) => event.day === day).map(({ kind, count }) => [kind, count])),
  }))
  return respondOps(c, { title: 'Security', staff, body: securityTable(rows) })
}
