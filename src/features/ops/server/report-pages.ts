import { opsActions } from '#features/ops/contract.ts'
import { addressesFor } from '#features/photos/server/public.ts'
import {
  canDecide,
  decideReports,
  evidencePhotos,
  findEvidencePicture,
  findNextReport,
  findRemainingPhotos,
  findReported,
  finishDecision,
  listCopies,
  listOpenReports,
  openEvidencePicture,
  openReport,
  sendReportDecided,
  type EvidencePicture,
  type ReportDecision,
} from '#features/reports/server/public.ts'
import { findHidingTime, sendRestricted, untilOf } from '#features/restriction/server/public.ts'
import { newId } from '#server/crypto/secrets.ts'
import { notFound } from '#shared/errors.ts'
import { addressOf } from '#shared/routing/address-of.ts'
import type { AppContext } from '#server/context.ts'
import { readForm, typedText } from './guards.ts'
import { reportDecisionInput, type ReportDecisionInput } from './schemas.ts'
import type { Steps } from './views/case.ts'
import { type FieldProblems, problemsOf } from './views/fields.ts'
import type { Staff } from './staff.ts'
import { type DecisionValues, reasonProblem } from './views/report-decision.ts'
import { reportPage, reportQueue } from './views/reports.ts'
import { restrictionProblems } from './views/members.ts'
import { type NoticeKey, respondOps } from './views/shell.ts'

const pageSize = 50

/** GET /ops/reports?after=: open reports, the oldest first, without their evidence. */
export async function showReports(c: AppContext, staff: Staff): Promise<Response> {
  const [, at = '', id = ''] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(c.req.query('after') ?? '') ?? []
  const after = at === '' ? null : { at: Number(at), id }
  const part = { after, limit: pageSize, page: opsActions.showReports.path }
  const rows = await listOpenReports(c.get('db'), staff.id, part, c.get('now'))
  const shown = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? shown.at(-1) : undefined
  const next = last ? `${opsActions.showReports.path}?after=${last.createdAt}.${last.reportId}` : null
  return respondOps(c, { title: 'Reports', staff, body: reportQueue(shown, { now: c.get('now'), next }) })
}

/** GET /ops/reports/:id: the report with its evidence. Every view is written to the audit log first. */
export function showReport(c: AppContext, staff: Staff): Promise<Response> {
  return respondReport(c, staff)
}

type Refusal = { problem: string; status: 409 | 422; values?: DecisionValues; fields?: FieldProblems }

async function respondReport(c: AppContext, staff: Staff, refusal?: Refusal): Promise<Response> {
  const report = await openReport(c.get('db'), c.req.param('id') ?? '', staff.id, c.get('now'))
  if (!report) return c.redirect(opsActions.showReports.path, 303)
  const keys = report.profile ? evidencePhotos(report.profile).map(({ key }) => key) : []
  const [remaining, photoAddressOf, next] = await Promise.all([
    findRemainingPhotos(c.get('db'), keys),
    addressesFor(c.env, staff.id, c.get('now'), 'r'),
    findNextReport(c.get('db'), report.reportId, staff.id),
  ])
  const copies = keys.every((key) => remaining.has(key)) ? new Set() : await listCopies(c.env.PHOTOS, report.reportId)
  const photoOf = (key: string, position: number) => {
    if (remaining.has(key)) return photoAddressOf(key)
    return copies.has(key) ? addressOf(opsActions.showReportPicture, { id: report.reportId, position: String(position) }) : null
  }
  const { values = {}, fields, problem, status } = refusal ?? {}
  const body = reportPage(report, { staff, photoOf, values, problems: fields ?? {}, steps: stepsTo(next) })
  return respondOps(c, { title: 'Report', staff, body, problem, fields, status, goesOn: 'This is the next report.' })
}

const stepsTo = (next: string | null): Steps => ({
  list: opsActions.showReports.path,
  all: 'All reports',
  next: next === null ? null : addressOf(opsActions.showReport, { id: next }),
  label: 'Next report',
})

/** On to the next report, or back to the list if no other waits. */
async function toNextReport(c: AppContext, staff: Staff, decidedId: string, done: NoticeKey): Promise<Response> {
  const { next, list } = stepsTo(await findNextReport(c.get('db'), decidedId, staff.id))
  return c.redirect(`${next ?? list}?done=${done}`, 303)
}

/** POST /ops/reports/:id `action`, `reason`, `also[]`; to restrict also `rule`, `facts`, `duration` */
export async function decideAboutReport(c: AppContext, staff: Staff): Promise<Response> {
  const [db, now] = [c.get('db'), c.get('now')]
  const { input, body, wrong } = await readForm(c, reportDecisionInput)
  const values = toValues(body)
  const fields = problemsOf(wrong, { reason: reasonProblem, ...restrictionProblems })
  if (!input) return respondReport(c, staff, { problem: incomplete, status: 422, values, fields })
  const report = await findReported(db, c.req.param('id') ?? '', staff.id)
  if (!report) return c.redirect(opsActions.showReports.path, 303)
  const asked = toDecision(input, { ...report, actorId: staff.id }, now)
  const decision = (await canDecide(db, asked)) ? await withHidingTime(c, asked) : null
  const answers = decision && (await decideReports(db, decision, now))
  if (!decision || !answers) return respondReport(c, staff, { problem: refused, status: 409, values })
  c.executionCtx.waitUntil(finishDecision(c.env, decision, answers))
  for (const { reporterId, state } of answers) sendReportDecided(c, reporterId, state)
  if (decision.action.kind === 'restrict') sendRestricted(c, decision.reportedId)
  return toNextReport(c, staff, report.reportId, input.action === 'dismiss' ? 'dismissed' : 'acted')
}

const incomplete = 'Give a reason. To restrict, also choose a rule and a length, and state the facts.'
const refused = 'That is decided already, or cannot be done now. This is how it stands.'

/** Ends the talk of a member who is restricted; other decisions are returned unchanged. */
async function withHidingTime(c: AppContext, decision: ReportDecision): Promise<ReportDecision> {
  const { action, reportedId } = decision
  if (action.kind !== 'restrict') return decision
  const hidesAt = await findHidingTime(c.env, c.get('db'), reportedId, c.get('now'))
  return { ...decision, action: { ...action, restriction: { ...action.restriction, hidesAt } } }
}

type About = { reportId: string; reportedId: string; actorId: string }

function toDecision(input: ReportDecisionInput, { reportId, reportedId, actorId }: About, now: number): ReportDecision {
  const { reason, also: alsoIds } = input
  return { reportId, alsoIds, reportedId, actorId, reason, action: toAction(input, now) }
}

function toAction(input: ReportDecisionInput, now: number): ReportDecision['action'] {
  if (input.action !== 'restrict') return { kind: input.action }
  const { rule, facts, duration } = input
  return { kind: 'restrict', restriction: { id: newId(), rule, facts, until: untilOf(duration, now), hidesAt: null } }
}

/** Returns the values that the refused form shows again. */
function toValues(body: Record<string, unknown>): DecisionValues {
  const [duration, also] = [typedText(body, 'duration'), body['also']]
  return {
    rule: typedText(body, 'rule'),
    facts: typedText(body, 'facts'),
    ...(duration === '' ? {} : { duration }),
    reason: typedText(body, 'reason'),
    also: Array.isArray(also) ? also.filter((id) => typeof id === 'string') : [],
  }
}

/** GET /ops/reports/:id/photos/:seq: the photo of a message in the evidence; viewing it is written to the audit log too. */
export async function showReportPhoto(c: AppContext, staff: Staff): Promise<Response> {
  return respondPicture(c, staff, { seq: toNumber(c.req.param('seq')) })
}

/** GET /ops/reports/:id/pictures/:position: a photo of the profile in the evidence that the profile no longer has; written down too. */
export async function showReportPicture(c: AppContext, staff: Staff): Promise<Response> {
  return respondPicture(c, staff, { position: toNumber(c.req.param('position')) })
}

const toNumber = (text = ''): number => (/^\d{1,9}$/.test(text) ? Number(text) : -1)

async function respondPicture(c: AppContext, staff: Staff, picture: EvidencePicture): Promise<Response> {
  const id = c.req.param('id') ?? ''
  const key = await openEvidencePicture(c.get('db'), { id, picture, staffId: staff.id }, c.get('now'))
  const object = key === null ? null : await findEvidencePicture(c.env.PHOTOS, id, key)
  if (!object) throw notFound()
  return c.body(object.body, 200, {
    'Content-Type': 'image/webp',
    'Content-Security-Policy': "default-src 'none'",
    'Cache-Control': 'no-store',
  })
}
