import { opsActions } from '#features/ops/contract.ts'
import type { AppContext } from '#server/context.ts'
import { isSwitchName } from '#shared/routing/switches.ts'
import { readForm } from '../guards.ts'
import { switchInput } from '../schemas.ts'
import type { Staff } from '../staff.ts'
import { readSwitches, setSwitch } from './switch-queries.ts'
import { switchPage } from '../views/switches.ts'
import { respondOps } from '../views/shell.ts'

const incomplete = 'Say why, in 10 to 500 characters.'
const already = 'It is so already: somebody else has switched it. This is how it is now.'

/** GET /ops/switches, with an audit entry if colleagues are named; also the response to a refused change. */
export async function showSwitches(
  c: AppContext,
  staff: Staff,
  refusal?: { problem: string; status: 409 | 422 },
): Promise<Response> {
  const reader = { actorId: staff.id, page: opsActions.showSwitches.path }
  const body = switchPage(await readSwitches(c.get('db'), reader, c.get('now')), c.get('now'))
  return respondOps(c, { title: 'Switches', staff, body, ...refusal })
}

/** POST /ops/switches/:name `to`, `reason` */
export async function turnSwitch(c: AppContext, staff: Staff): Promise<Response> {
  const name = c.req.param('name') ?? ''
  const { input } = await readForm(c, switchInput)
  if (!input || !isSwitchName(name)) return showSwitches(c, staff, { problem: incomplete, status: 422 })
  const { to, reason } = input
  const isDone = await setSwitch(c.get('db'), { name, isOff: to === 'off', reason, actorId: staff.id }, c.get('now'))
  if (!isDone) return showSwitches(c, staff, { problem: already, status: 409 })
  return c.redirect(`${opsActions.showSwitches.path}?done=switched-${to}`, 303)
}
