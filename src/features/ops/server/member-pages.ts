import { isolate } from '#shared/i18n/isolate.ts'
import { opsActions } from '#features/ops/contract.ts'
import { addressOf } from '#shared/routing/address-of.ts'
import { findRestriction, liftRestriction, restrictMember, sendRestricted, untilOf } from '#features/restriction/server/public.ts'
import { requireKey } from '#server/crypto/keys.ts'
import { keyedHash, newId } from '#server/crypto/secrets.ts'
import { requireWithinLimit } from '#server/limits/attempts.ts'
import type { AppContext } from '#server/context.ts'
import { readForm } from './guards.ts'
import { lookUpMember, openMember } from './queries.ts'
import { memberSearchInput, restrictInput } from './schemas.ts'
import type { Staff } from './staff.ts'
import { memberPage, memberSearch, type RestrictValues } from './views/members.ts'
import { respondOps } from './views/shell.ts'

/** GET /ops/members */
export function showSearch(c: AppContext, staff: Staff): Response | Promise<Response> {
  return respondOps(c, { title: 'Members', staff, body: memberSearch('') })
}

/** POST /ops/members `email`: in a form and not in a URL, so that no log contains it. */
export async function search(c: AppContext, staff: Staff): Promise<Response> {
  const { input } = await readForm(c, memberSearchInput)
  const id = input && (await lookUp(c, staff, input.email))
  if (!id) {
    const problem = 'No member has this address.'
    return respondOps(c, { title: 'Members', staff, body: memberSearch(input?.email ?? ''), problem, status: 422 })
  }
  return c.redirect(addressOf(opsActions.showMember, { id }), 303)
}

/** Throws 429 above the limit: by trial, an address shows whether its owner is here. */
async function lookUp(c: AppContext, staff: Staff, email: string): Promise<string | null> {
  await requireWithinLimit(c, 'memberSearches', `member-search:${staff.id}`, staff.id)
  const addressHash = keyedHash(await requireKey(c.env, 'audit-address'), email).slice(0, 22)
  return lookUpMember(c.get('db'), { email, addressHash, actorId: staff.id }, c.get('now'))
}

type Refusal = { problem: string; status: 409 | 422; values?: RestrictValues }

/** GET /ops/members/:id, with an audit entry; also the response to a refused restriction. */
export async function showMember(c: AppContext, staff: Staff, refusal?: Refusal): Promise<Response> {
  const opened = await openMember(c.get('db'), c.req.param('id') ?? '', staff.id, c.get('now'))
  if (!opened) return c.redirect(opsActions.showSearch.path, 303)
  const body = memberPage(staff, opened, refusal?.values ?? {})
  return respondOps(c, {
    title: `Member ${isolate(opened.member.firstName)}`,
    staff,
    body,
    problem: refusal?.problem,
    status: refusal?.status,
  })
}

/** POST /ops/members/:id/restrict `rule`, `facts`, `duration` */
export async function restrict(c: AppContext, staff: Staff): Promise<Response> {
  const { input, body } = await readForm(c, restrictInput)
  if (!input) {
    const values = {
      rule: String(body['rule'] ?? ''),
      facts: String(body['facts'] ?? ''),
      duration: String(body['duration'] ?? ''),
    }
    return showMember(c, staff, { problem: 'Choose a rule and a length, and state the facts.', status: 422, values })
  }
  const { rule, facts, duration } = input
  const [id, now] = [c.req.param('id') ?? '', c.get('now')]
  const restriction = { id: newId(), memberId: id, rule, facts, until: untilOf(duration, now), actorId: staff.id }
  const isDone = await restrictMember(c.env, c.get('db'), restriction, now)
  if (!isDone) return showMember(c, staff, { problem: 'This member cannot be restricted now.', status: 409 })
  sendRestricted(c, id)
  return c.redirect(`${addressOf(opsActions.showMember, { id })}?done=restricted`, 303)
}

/** POST /ops/restrictions/:id/lift */
export async function lift(c: AppContext, staff: Staff): Promise<Response> {
  const id = c.req.param('id') ?? ''
  const restriction = await findRestriction(c.get('db'), id)
  if (!restriction) return c.redirect(opsActions.showSearch.path, 303)
  const isDone = await liftRestriction(c.get('db'), id, staff.id, c.get('now'))
  return c.redirect(`${addressOf(opsActions.showMember, { id: restriction.memberId })}${isDone ? '?done=lifted' : ''}`, 303)
}
