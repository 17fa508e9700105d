import { opsActions } from '#features/ops/contract.ts'
import { addressOf } from '#shared/routing/address-of.ts'
import {
  canRestrict,
  findRestriction,
  liftRestriction,
  listRestrictions,
  restrictMember,
  sendRestricted,
  untilOf,
} from '#features/restriction/server/public.ts'
import { newId } from '#server/crypto/secrets.ts'
import type { AppContext } from '#server/context.ts'
import { readForm } from './guards.ts'
import { findMember, findMemberByEmail, noteLookUp, type MemberRow } from './queries.ts'
import { emailInput, restrictInput } from './schemas.ts'
import type { Staff } from './staff.ts'
import { memberPage, memberSearch, type RestrictValues } from './views/members.ts'
import { respondOps } from './views/shell.ts'

/** GET /ops/members */
export function showSearch(c: AppContext, staff: Staff): Response | Promise<Response> {
  return respondOps(c, { title: 'Members', staff, body: memberSearch('') })
}

/** POST /ops/members `email`: by form and not by address, so that no log has it. */
export async function search(c: AppContext, staff: Staff): Promise<Response> {
  const { input } = await readForm(c, emailInput)
  const member = input && (await findMemberByEmail(c.get('db'), input.email))
  if (!member) {
    const problem = 'No member has this address.'
    return respondOps(c, { title: 'Members', staff, body: memberSearch(input?.email ?? ''), problem, status: 422 })
  }
  await noteLookUp(c.get('db'), staff.id, member.id, c.get('now'))
  return c.redirect(addressOf(opsActions.showMember, { id: member.id }), 303)
}

/** GET /ops/members/:id */
export async function showMember(c: AppContext, staff: Staff): Promise<Response> {
  const member = await findMember(c.get('db'), c.req.param('id') ?? '')
  return member ? respondMember(c, staff, member) : c.redirect(opsActions.showSearch.path, 303)
}

type Refusal = { problem: string; status: 409 | 422; values?: RestrictValues }

async function respondMember(c: AppContext, staff: Staff, member: MemberRow, refusal?: Refusal): Promise<Response> {
  const restrictions = await listRestrictions(c.get('db'), member.id)
  const body = memberPage(staff, member, restrictions, refusal?.values ?? {})
  return respondOps(c, { title: `Member ${member.firstName}`, staff, body, problem: refusal?.problem, status: refusal?.status })
}

/** POST /ops/members/:id/restrict `rule`, `facts`, `duration` */
export async function restrict(c: AppContext, staff: Staff): Promise<Response> {
  const { input, body } = await readForm(c, restrictInput)
  const member = await findMember(c.get('db'), c.req.param('id') ?? '')
  if (!member) return c.redirect(opsActions.showSearch.path, 303)
  if (!input) {
    const values = {
      rule: String(body['rule'] ?? ''),
      facts: String(body['facts'] ?? ''),
      duration: String(body['duration'] ?? ''),
    }
    return respondMember(c, staff, member, { problem: 'Choose a rule and a length, and state the facts.', status: 422, values })
  }
  const { rule, facts, duration } = input
  const now = c.get('now')
  const restriction = { id: newId(), memberId: member.id, rule, facts, until: untilOf(duration, now), actorId: staff.id }
  const isDone = canRestrict(staff, member) && (await restrictMember(c.env, c.get('db'), restriction, now))
  if (!isDone) return respondMember(c, staff, member, { problem: 'This member cannot be restricted now.', status: 409 })
  sendRestricted(c, member.id)
  return c.redirect(`${addressOf(opsActions.showMember, { id: member.id })}?done=restricted`, 303)
}

/** POST /ops/restrictions/:id/lift */
export async function lift(c: AppContext, staff: Staff): Promise<Response> {
  const id = c.req.param('id') ?? ''
  const restriction = await findRestriction(c.get('db'), id)
  if (!restriction) return c.redirect(opsActions.showSearch.path, 303)
  const isDone = await liftRestriction(c.get('db'), id, staff.id, c.get('now'))
  return c.redirect(`${addressOf(opsActions.showMember, { id: restriction.memberId })}${isDone ? '?done=lifted' : ''}`, 303)
}
