import { opsActions } from '#features/ops/contract.ts'
import { findChatPhoto } from '#features/chat/server/public.ts'
import { addressesFor } from '#features/photos/server/public.ts'
import {
  canDecide,
  decideReports,
  findRemainingPhotos,
  findReported,
  finishDecision,
  listOpenReports,
  openMessagePhoto,
  openReport,
  sendReportDecided,
  type ReportDecision,
} from '#features/reports/server/public.ts'
import { findHidingTime, sendRestricted, untilOf } from '#features/restriction/server/public.ts'
import { newId } from '#server/crypto/secrets.ts'
import { notFound } from '#shared/errors.ts'
import type { AppContext } from '#server/context.ts'
import { readForm } from './guards.ts'
import { reportDecisionInput, type ReportDecisionInput } from './schemas.ts'
import type { Staff } from './staff.ts'
import type { DecisionValues } from './views/report-decision.ts'
import { reportPage, reportQueue } from './views/reports.ts'
import { respondOps } from './views/shell.ts'

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

type Refusal = { problem: string; status: 409 | 422; values?: DecisionValues }

async function respondReport(c: AppContext, staff: Staff, refusal?: Refusal): Promise<Response> {
  const report = await openReport(c.get('db'), c.req.param('id') ?? '', staff.id, c.get('now'))
  if (!report) return c.redirect(opsActions.showReports.path, 303)
  const keys = report.profile?.photos.map(({ key }) => key) ?? []
  const [remaining, addressOf] = await Promise.all([
    findRemainingPhotos(c.get('db'), keys),
    addressesFor(c.env, staff.id, c.get('now'), 'r'),
  ])
  const photoOf = (key: string) => (remaining.has(key) ? addressOf(key) : null)
  const body = reportPage(report, { staff, photoOf, values: refusal?.values ?? {} })
  return respondOps(c, { title: 'Report', staff, body, problem: refusal?.problem, status: refusal?.status })
}

/** POST /ops/reports/:id `action`, `reason`, `also[]`; to restrict also `rule`, `facts`, `duration` */
export async function decideAboutReport(c: AppContext, staff: Staff): Promise<Response> {
  const [db, now] = [c.get('db'), c.get('now')]
  const { input, body } = await readForm(c, reportDecisionInput)
  const values = toValues(body)
  if (!input) return respondReport(c, staff, { problem: incomplete, status: 422, values })
  const report = await findReported(db, c.req.param('id') ?? '', staff.id)
  if (!report) return c.redirect(opsActions.showReports.path, 303)
  const asked = toDecision(input, { ...report, actorId: staff.id }, now)
  const decision = (await canDecide(db, asked)) ? await withHidingTime(c, asked) : null
  const answers = decision && (await decideReports(db, decision, now))
  if (!decision || !answers) return respondReport(c, staff, { problem: refused, status: 409, values })
  c.executionCtx.waitUntil(finishDecision(c.env, decision, answers))
  for (const { reporterId, state } of answers) sendReportDecided(c, reporterId, state)
  if (decision.action.kind === 'restrict') sendRestricted(c, decision.reportedId)
  return c.redirect(`${opsActions.showReports.path}?done=${input.action === 'dismiss' ? 'dismissed' : 'acted'}`, 303)
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
function toValues({ rule, facts, duration, reason, also }: Record<string, unknown>): DecisionValues {
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    rule: text(rule),
    facts: text(facts),
    ...(text(duration) === '' ? {} : { duration: text(duration) }),
    reason: text(reason),
    also: Array.isArray(also) ? also.map(text) : [],
  }
}

/** GET /ops/reports/:id/photos/:seq: the photo of a message in the evidence; viewing it is written to the audit log too. */
export async function showReportPhoto(c: AppContext, staff: Staff): Promise<Response> {
  const [id, seq] = [c.req.param('id') ?? '', Number(c.req.param('seq'))]
  const key = Number.isSafeInteger(seq) ? await openMessagePhoto(c.get('db'), { id, seq, staffId: staff.id }, c.get('now')) : null
  const object = key === null ? null : await findChatPhoto(c.env.PHOTOS, key)
  if (!object) throw notFound()
  return c.body(object.body, 200, {
    'Content-Type': 'image/webp',
    'Content-Security-Policy': "default-src 'none'",
    'Cache-Control': 'no-store',
  })
}
