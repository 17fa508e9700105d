import { opsActions } from '#features/ops/contract.ts'
import { formatCursor, readCursor } from '#db/time-cursor.ts'
import { createPromo as create, endPromo as end, listPromos } from '#features/store/cart/server/public.ts'
import type { AppContext } from '#server/context.ts'
import { readForm } from './guards.ts'
import { promoInput } from './schemas.ts'
import type { Staff } from './staff.ts'
import { type FieldProblems, problemsOf } from './views/fields.ts'
import { promoPage, promoProblems, type PromoValues } from './views/promos.ts'
import { respondOps } from './views/shell.ts'

const promosPage = 100
const incomplete =
  'A code has 4 to 32 letters and digits, and either a percentage or at least one amount. Limits are whole numbers, and it ends after it begins.'
const taken = 'There is a code of this name. Choose another: orders name theirs for good.'
const gone = 'That code has ended already.'

type Refusal = { problem: string; status: 409 | 422; values?: PromoValues; fields?: FieldProblems }

/** GET /ops/promo-codes?before=; also the response to a refused form. */
export async function showPromos(c: AppContext, staff: Staff, refusal?: Refusal): Promise<Response> {
  const { cursor } = readCursor(c.req.query('before') ?? null)
  const promos = await listPromos(c.get('db'), { cursor, limit: promosPage })
  const last = promos.length === promosPage ? promos.at(-1) : undefined
  const older = last ? `${opsActions.showPromos.path}?before=${formatCursor({ at: last.createdAt, id: last.code })}` : null
  const { values = {}, fields, problem, status } = refusal ?? {}
  const body = promoPage(promos, older, { now: c.get('now'), values, problems: fields ?? {} })
  return respondOps(c, { title: 'Promo codes', staff, body, problem, fields, status })
}

/** POST /ops/promo-codes */
export async function createPromo(c: AppContext, staff: Staff): Promise<Response> {
  const { input, body, wrong } = await readForm(c, promoInput)
  const values = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]))
  const fields = problemsOf(
    wrong.map((name) => name.replace('amounts.', 'amount-')),
    promoProblems,
  )
  if (!input) return showPromos(c, staff, { problem: incomplete, status: 422, values, fields })
  const isCreated = await create(c.get('db'), input, staff.id, c.get('now'))
  if (!isCreated) return showPromos(c, staff, { problem: taken, status: 409, values, fields: { code: 'Choose another code.' } })
  return c.redirect(`${opsActions.showPromos.path}?done=promo-created`, 303)
}

/** POST /ops/promo-codes/:code/end */
export async function endPromo(c: AppContext, staff: Staff): Promise<Response> {
  const isEnded = await end(c.get('db'), c.req.param('code') ?? '', staff.id, c.get('now'))
  if (!isEnded) return showPromos(c, staff, { problem: gone, status: 409 })
  return c.redirect(`${opsActions.showPromos.path}?done=promo-ended`, 303)
}
