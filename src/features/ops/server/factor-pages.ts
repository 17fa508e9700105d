import { opsActions } from '#features/ops/contract.ts'
import type { AppContext } from '#server/context.ts'
import { isOpenTo } from '#server/auth/staff-acts.ts'
import { hasPassword, takePassword, type PasswordRefusal } from './confirmation.ts'
import { readForm } from './guards.ts'
import { decideFactor, listWaitingFactors } from './factor-queries.ts'
import { sendFactorEnrolled } from './emails.ts'
import { extendOpsSession, lockPages, openPages } from './ops-session.ts'
import { countWaiting } from './queries.ts'
import { codeInput, factorInput, passkeyDecisionInput, passwordInput } from './schemas.ts'
import { listOpeningPasskeys, showPasskey } from './passkeys/pages.ts'
import { decidePasskey, listWaitingPasskeys } from './passkeys/queries.ts'
import { openSecret } from './sealed-secret.ts'
import { beginEnrolment, finishEnrolment, showCode, type CodeRefusal } from './second-factor.ts'
import type { Staff } from './staff.ts'
import { askForCode, askForPassword, enrolConfirm, enrolStart, recoveryCodes, waitForOperator } from './views/factor.ts'
import type { FieldProblems } from './views/fields.ts'
import { overview } from './views/queues.ts'
import { respondOps } from './views/shell.ts'

const problems: Record<CodeRefusal | PasswordRefusal | 'wrong-passkey', string> = {
  wrong: 'That code does not fit, or it has been used. Wait for the next one and try again.',
  'too-many': 'Too many wrong codes. Try again in a quarter of an hour.',
  'wrong-passkey': 'That passkey does not open these pages. Type a code of your app.',
  'wrong-password': 'That is not your password.',
  'too-many-passwords': 'Too many wrong passwords. Try again in a quarter of an hour.',
}
type Refusal = keyof typeof problems

/** GET /ops: the enrolment, the form for a code, or the overview. */
export async function showHome(c: AppContext, staff: Staff): Promise<Response> {
  if (!staff.isOpen) return showDoor(c, staff)
  await extendOpsSession(c.get('db'), staff.sid, c.get('now'))
  return showOverview(c, staff)
}

/** The step between signing in and the operators' pages. */
async function showDoor(c: AppContext, staff: Staff, refusal?: Refusal): Promise<Response> {
  const problem = refusal && ({ problem: problems[refusal], status: refusal.startsWith('too-many') ? 429 : 422 } as const)
  const fields: FieldProblems = refusal ? fieldsOf[refusal] : {}
  const canUsePasskey = (await listOpeningPasskeys(c, staff)).length > 0
  return respondOps(c, {
    title: 'Second factor',
    staff,
    isOpen: false,
    body: await doorOf(c, staff, fields, canUsePasskey),
    fields,
    ...(canUsePasskey ? { challenge: opsActions.askPasskey.path } : {}),
    ...problem,
  })
}

/** What was typed is not shown again: both are secrets. */
const fieldsOf: Record<Refusal, FieldProblems> = {
  wrong: { code: 'Type another code.' },
  'too-many': {},
  'wrong-passkey': {},
  'wrong-password': { password: 'Type your password again.' },
  'too-many-passwords': {},
}

async function doorOf(c: AppContext, staff: Staff, fields: FieldProblems, canUsePasskey: boolean) {
  const { factor } = staff
  if (factor?.isAccepted) return askForCode(fields, canUsePasskey)
  if (factor?.isEnrolled) return waitForOperator()
  if (!staff.isConfirmed) return askForPassword(await hasPassword(c, staff), fields)
  const opened = factor && (await openSecret(c.env, staff.id, factor.sealedSecret))
  return opened ? enrolConfirm(staff, opened.secret, fields) : enrolStart()
}

/** The queues; operators also see who waits for them, with an audit entry. */
async function showOverview(c: AppContext, staff: Staff, problem?: string): Promise<Response> {
  const db = c.get('db')
  const reader = { actorId: staff.id, page: opsActions.showHome.path }
  const [counts, factors, passkeys] = await Promise.all([
    countWaiting(db, staff.id, c.get('now')),
    isOpenTo('decideAboutFactor', staff.role) ? listWaitingFactors(db, reader, c.get('now')) : [],
    isOpenTo('decideAboutPasskey', staff.role) ? listWaitingPasskeys(db, reader, c.get('now')) : [],
  ])
  return respondOps(c, {
    title: 'Overview',
    staff,
    body: overview(staff, counts, { factors, passkeys }, c.get('now')),
    problem,
    status: problem ? 409 : 200,
  })
}

/** POST /ops/password: the password proves whose session it is before a second factor is set up. */
export async function confirmPassword(c: AppContext, staff: Staff): Promise<Response> {
  if (staff.factor?.isEnrolled) return c.redirect(opsActions.showHome.path, 303)
  const { input } = await readForm(c, passwordInput)
  const taken = await takePassword(c, staff, input?.password ?? '')
  return taken === true ? c.redirect(opsActions.showHome.path, 303) : showDoor(c, staff, taken)
}

/** POST /ops/enrol */
export async function enrol(c: AppContext, staff: Staff): Promise<Response> {
  if (!staff.factor?.isEnrolled && staff.isConfirmed) await beginEnrolment(c, staff)
  return c.redirect(opsActions.showHome.path, 303)
}

/** POST /ops/confirm: the only response that ever contains the recovery codes. */
export async function confirm(c: AppContext, staff: Staff): Promise<Response> {
  if (!staff.factor || staff.factor.isEnrolled || !staff.isConfirmed) return c.redirect(opsActions.showHome.path, 303)
  const { input } = await readForm(c, codeInput)
  const enrolled = await finishEnrolment(c, staff, input?.code ?? '')
  if (typeof enrolled === 'string') return showDoor(c, staff, enrolled)
  sendFactorEnrolled(c, staff.id)
  const { isAccepted } = enrolled
  if (isAccepted) await openPages(c.get('db'), staff.sid, 'totp', c.get('now'))
  return respondOps(c, {
    title: 'Recovery codes',
    staff,
    isOpen: isAccepted,
    body: recoveryCodes(enrolled.recoveryCodes, isAccepted),
  })
}

/** POST /ops/code */
export async function takeCode(c: AppContext, staff: Staff): Promise<Response> {
  if (!staff.factor?.isAccepted) return c.redirect(opsActions.showHome.path, 303)
  const { input } = await readForm(c, codeInput)
  const shown = await showCode(c, staff, input?.code ?? '')
  if (shown !== true) return showDoor(c, staff, shown)
  return c.redirect(opsActions.showHome.path, 303)
}

/** POST /ops/passkey */
export async function takePasskey(c: AppContext, staff: Staff): Promise<Response> {
  if (!staff.factor?.isAccepted) return c.redirect(opsActions.showHome.path, 303)
  const shown = await showPasskey(c, staff)
  if (shown !== true) return showDoor(c, staff, shown === 'wrong' ? 'wrong-passkey' : shown)
  return c.redirect(opsActions.showHome.path, 303)
}

/** POST /ops/lock */
export async function lock(c: AppContext, staff: Staff): Promise<Response> {
  await lockPages(c.get('db'), staff.sid)
  return c.redirect(`${opsActions.showHome.path}?done=locked`, 303)
}

const gone = 'That is decided already, or not yours to decide. This is what waits now.'

/** POST /ops/factors/:id `decision`, `at`: an operator accepts or refuses a colleague's second factor. */
export async function decideAboutFactor(c: AppContext, staff: Staff): Promise<Response> {
  const { input } = await readForm(c, factorInput)
  const decision = input && {
    memberId: c.req.param('id') ?? '',
    enrolledAt: input.at,
    decision: input.decision,
    actorId: staff.id,
  }
  if (!decision || !(await decideFactor(c.get('db'), decision, c.get('now')))) return showOverview(c, staff, gone)
  return c.redirect(`${opsActions.showHome.path}?done=factor-${decision.decision === 'accept' ? 'accepted' : 'refused'}`, 303)
}

/** POST /ops/factor-passkeys/:id `decision`: an operator accepts or refuses a colleague's passkey as second factor. */
export async function decideAboutPasskey(c: AppContext, staff: Staff): Promise<Response> {
  const { input } = await readForm(c, passkeyDecisionInput)
  const decision = input && {
    id: c.req.param('id') ?? '',
    memberId: input.member,
    decision: input.decision,
    actorId: staff.id,
  }
  if (!decision || !(await decidePasskey(c.get('db'), decision, c.get('now')))) return showOverview(c, staff, gone)
  return c.redirect(`${opsActions.showHome.path}?done=passkey-${decision.decision === 'accept' ? 'accepted' : 'refused'}`, 303)
}
