import { isolate } from '#shared/i18n/isolate.ts'
import { opsActions } from '#features/ops/contract.ts'
import { addressOf } from '#shared/routing/address-of.ts'
import { findRestriction, liftRestriction, restrictMember, sendRestricted, untilOf } from '#features/restriction/server/public.ts'
import { deleteByOperator, sendDeleted } from '#features/auth/session/server/public.ts'
import { requireKey } from '#server/crypto/keys.ts'
import { keyedHash, newId } from '#server/crypto/secrets.ts'
import { requireWithinLimit } from '#server/limits/attempts.ts'
import type { AppContext } from '#server/context.ts'
import { readForm, typedText } from './guards.ts'
import { lookUpMember, openMember } from './queries.ts'
import { deleteMemberInput, memberSearchInput, restrictInput } from './schemas.ts'
import type { Staff } from './staff.ts'
import { type FieldProblems, problemsOf } from './views/fields.ts'
import { deletionProblems, memberPage, memberSearch, restrictionProblems, type RestrictValues } from './views/members.ts'
import { respondOps } from './views/shell.ts'

/** GET /ops/members */
export function showSearch(c: AppContext, staff: Staff): Promise<Response> {
  return respondOps(c, { title: 'Members', staff, body: memberSearch('') })
}

/** POST /ops/members `email`: in a form and not in a URL, so that no log contains it. */
export async function search(c: AppContext, staff: Staff): Promise<Response> {
  const { input, body: typed } = await readForm(c, memberSearchInput)
  const id = input && (await lookUp(c, staff, input.email))
  if (!id) {
    const problem = 'No member has this address.'
    const fields = { email: input ? 'Write the complete address.' : 'This is not an email address.' }
    const body = memberSearch(typedText(typed, 'email'), fields)
    return respondOps(c, { title: 'Members', staff, body, problem, fields, status: 422 })
  }
  return c.redirect(addressOf(opsActions.showMember, { id }), 303)
}

/** Throws 429 above the limit: by trial, an address shows whether its owner is here. */
async function lookUp(c: AppContext, staff: Staff, email: string): Promise<string | null> {
  await requireWithinLimit(c, 'memberSearches', `member-search:${staff.id}`, staff.id)
  const addressHash = keyedHash(await requireKey(c.env, 'audit-address'), email).slice(0, 22)
  return lookUpMember(c.get('db'), { email, addressHash, actorId: staff.id }, c.get('now'))
}

type Refusal = { problem: string; status: 409 | 422; values: RestrictValues; fields?: FieldProblems }

/** GET /ops/members/:id, with an audit entry; also the response to a refused restriction. */
export async function showMember(c: AppContext, staff: Staff, refusal?: Refusal): Promise<Response> {
  const opened = await openMember(c.get('db'), c.req.param('id') ?? '', staff.id, c.get('now'))
  if (!opened) return c.redirect(opsActions.showSearch.path, 303)
  const body = memberPage(opened, { staff, values: refusal?.values, problems: refusal?.fields })
  return respondOps(c, {
    title: `Member ${isolate(opened.member.firstName)}`,
    staff,
    body,
    problem: refusal?.problem,
    fields: refusal?.fields,
    status: refusal?.status,
  })
}

/** POST /ops/members/:id/restrict `rule`, `facts`, `duration` */
export async function restrict(c: AppContext, staff: Staff): Promise<Response> {
  const { input, body, wrong } = await readForm(c, restrictInput)
  const [rule, facts, duration] = [typedText(body, 'rule'), typedText(body, 'facts'), typedText(body, 'duration')]
  const values = { rule, facts, duration }
  if (!input) {
    const fields = problemsOf(wrong, restrictionProblems)
    return showMember(c, staff, { problem: 'Choose a rule and a length, and state the facts.', status: 422, values, fields })
  }
  const [id, now] = [c.req.param('id') ?? '', c.get('now')]
  const restriction = {
    id: newId(),
    memberId: id,
    rule: input.rule,
    facts: input.facts,
    until: untilOf(input.duration, now),
    actorId: staff.id,
  }
  const isDone = await restrictMember(c.env, c.get('db'), restriction, now)
  if (!isDone) return showMember(c, staff, { problem: 'This member cannot be restricted now.', status: 409, values })
  sendRestricted(c, id)
  return c.redirect(`${addressOf(opsActions.showMember, { id })}?done=restricted`, 303)
}

/** POST /ops/members/:id/delete `rule`, `facts`, `confirm` */
export async function deleteMember(c: AppContext, staff: Staff): Promise<Response> {
  const { input, body, wrong } = await readForm(c, deleteMemberInput)
  const values = { rule: typedText(body, 'rule'), facts: typedText(body, 'facts'), form: 'delete' as const }
  if (!input) {
    const fields = problemsOf(
      wrong.map((name) => `delete-${name}`),
      deletionProblems,
    )
    return showMember(c, staff, { problem: 'Choose a rule, state the facts, and tick the box.', status: 422, values, fields })
  }
  const [id, now] = [c.req.param('id') ?? '', c.get('now')]
  const { rule, facts } = input
  const deleted = await deleteByOperator(c.env, c.get('db'), { id: newId(), memberId: id, rule, facts, actorId: staff.id }, now)
  if (!deleted) return showMember(c, staff, { problem: 'This account cannot be deleted now.', status: 409, values })
  sendDeleted(c, id, { by: 'operator', purgeAt: deleted.purgeAt })
  return c.redirect(`${addressOf(opsActions.showMember, { id })}?done=deleted`, 303)
}

/** POST /ops/restrictions/:id/lift */
export async function lift(c: AppContext, staff: Staff): Promise<Response> {
  const id = c.req.param('id') ?? ''
  const restriction = await findRestriction(c.get('db'), id)
  if (!restriction) return c.redirect(opsActions.showSearch.path, 303)
  const isDone = await liftRestriction({ env: c.env, db: c.get('db') }, { id, actorId: staff.id }, c.get('now'))
  return c.redirect(`${addressOf(opsActions.showMember, { id: restriction.memberId })}${isDone ? '?done=lifted' : ''}`, 303)
}
