import { opsActions } from '#features/ops/contract.ts'
import type { AppContext } from '#server/context.ts'
import { isSwitchName } from '#shared/routing/switches.ts'
import { readForm, typedText } from '../guards.ts'
import { switchInput } from '../schemas.ts'
import type { Staff } from '../staff.ts'
import { readSwitches, setSwitch } from './switch-queries.ts'
import type { FieldProblems } from '../views/fields.ts'
import { reasonProblem, switchPage, type TypedReason } from '../views/switches.ts'
import { respondOps } from '../views/shell.ts'

const incomplete = 'Say why, in 10 to 500 characters.'
const already = 'It is so already: somebody else has switched it. This is how it is now.'

type Refusal = { problem: string; status: 409 | 422; typed: TypedReason; fields?: FieldProblems }

/** GET /ops/switches, with an audit entry if colleagues are named; also the response to a refused change. */
export async function showSwitches(c: AppContext, staff: Staff, refusal?: Refusal): Promise<Response> {
  const reader = { actorId: staff.id, page: opsActions.showSwitches.path }
  const { typed, fields, problem, status } = refusal ?? {}
  const states = await readSwitches(c.get('db'), reader, c.get('now'))
  const body = switchPage(states, { now: c.get('now'), typed, problems: fields ?? {} })
  return respondOps(c, { title: 'Switches', staff, body, problem, fields, status })
}

/** POST /ops/switches/:name `to`, `reason` */
export async function turnSwitch(c: AppContext, staff: Staff): Promise<Response> {
  const name = c.req.param('name') ?? ''
  const { input, body } = await readForm(c, switchInput)
  const typed = { name, reason: typedText(body, 'reason') }
  const fields: FieldProblems = isSwitchName(name) ? { [`reason-${name}`]: reasonProblem } : {}
  if (!input || !isSwitchName(name)) return showSwitches(c, staff, { problem: incomplete, status: 422, typed, fields })
  const { to, reason } = input
  const isDone = await setSwitch(c.get('db'), { name, isOff: to === 'off', reason, actorId: staff.id }, c.get('now'))
  if (!isDone) return showSwitches(c, staff, { problem: already, status: 409, typed })
  return c.redirect(`${opsActions.showSwitches.path}?done=switched-${to}`, 303)
}
