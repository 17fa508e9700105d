import type { AppContext } from '#worker/http/context.ts'
import { readForm } from './doors.ts'
import { endOpsSession, hasOpsSession, keepOpsSession } from './ops-session.ts'
import { countWaiting } from './queries.ts'
import { codeInput } from './schemas.ts'
import { openSecret } from './sealed-secret.ts'
import { beginEnrolment, finishEnrolment, showCode, type CodeRefusal } from './second-factor.ts'
import type { Staff } from './staff.ts'
import { askForCode, enrolConfirm, enrolStart, recoveryCodes } from './views/factor.ts'
import { overview } from './views/queues.ts'
import { paths, respondOps } from './views/shell.ts'

const problems: Record<CodeRefusal, string> = {
  wrong: 'That code does not fit, or it has been used. Wait for the next one and try again.',
  'too-many': 'Too many wrong codes. Try again in a quarter of an hour.',
}

/** GET /ops: the enrolment, the question for a code, or the overview. */
export async function showHome(c: AppContext, staff: Staff): Promise<Response> {
  if (!staff.factor?.isConfirmed) return showEnrolment(c, staff)
  if (!(await hasOpsSession(c, staff))) return showQuestion(c, staff)
  await keepOpsSession(c, staff)
  return respondOps(c, { title: 'Overview', staff, body: overview(staff, await countWaiting(c.get('db'), staff.id)) })
}

async function showEnrolment(c: AppContext, staff: Staff, refusal?: CodeRefusal): Promise<Response> {
  const opened = staff.factor && (await openSecret(c.env, staff.id, staff.factor.sealedSecret))
  const body = opened ? enrolConfirm(staff, opened.secret) : enrolStart()
  return respondOps(c, { title: 'Second factor', staff, isOpen: false, body, ...asProblem(refusal) })
}

async function showQuestion(c: AppContext, staff: Staff, refusal?: CodeRefusal): Promise<Response> {
  return respondOps(c, { title: 'Second factor', staff, isOpen: false, body: askForCode(), ...asProblem(refusal) })
}

function asProblem(refusal: CodeRefusal | undefined) {
  if (!refusal) return {}
  return { problem: problems[refusal], status: refusal === 'too-many' ? 429 : 422 } as const
}

/** POST /ops/enrol */
export async function enrol(c: AppContext, staff: Staff): Promise<Response> {
  if (!staff.factor?.isConfirmed) await beginEnrolment(c, staff)
  return c.redirect(paths.home, 303)
}

/** POST /ops/confirm: the only answer that ever holds the recovery codes. */
export async function confirm(c: AppContext, staff: Staff): Promise<Response> {
  if (!staff.factor || staff.factor.isConfirmed) return c.redirect(paths.home, 303)
  const { input } = await readForm(c, codeInput)
  const codes = await finishEnrolment(c, staff, input?.code ?? '')
  if (!Array.isArray(codes)) return showEnrolment(c, staff, codes)
  await keepOpsSession(c, staff)
  return respondOps(c, { title: 'Recovery codes', staff, body: recoveryCodes(codes) })
}

/** POST /ops/code */
export async function takeCode(c: AppContext, staff: Staff): Promise<Response> {
  if (!staff.factor?.isConfirmed) return c.redirect(paths.home, 303)
  const { input } = await readForm(c, codeInput)
  const shown = await showCode(c, staff, input?.code ?? '')
  if (shown !== true) return showQuestion(c, staff, shown)
  await keepOpsSession(c, staff)
  return c.redirect(paths.home, 303)
}

/** POST /ops/lock */
export function lock(c: AppContext): Response {
  endOpsSession(c)
  return c.redirect(`${paths.home}?done=locked`, 303)
}
