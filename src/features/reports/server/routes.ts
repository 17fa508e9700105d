import { blockedAnchor } from '#features/blocks/contract.ts'
import { finishBlockNow } from '#features/blocks/server/public.ts'
import { requireMember } from '#server/auth/require-member.ts'
import { newId } from '#server/crypto/secrets.ts'
import { AppError, notFound } from '#shared/errors.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { on, type ActionResult } from '#server/actions/action.ts'
import { handle } from '#server/actions/handle.ts'
import { isFormPost } from '#server/actions/body.ts'
import type { AppContext } from '#server/context.ts'
import { reportActions, type ReportOutcome } from '../contract.ts'
import { isUrgent } from '../rules.ts'
import { takeSnapshot } from './evidence.ts'
import { copyReported } from './evidence-pictures.ts'
import { findReportContext, writeReport } from './queries.ts'
import { reportInput, type ReportInput } from './schemas.ts'

/** Reporting a member, which also blocks them. */
export const reportRoutes = handle(reportActions, { report: on(reportInput, report) })

/**
 * Collects the evidence first, then writes one batch, then applies the block's consequences. A person whom the reporter can
 * neither meet nor has talked to gets the same 404 as an unknown id. While a report of the same pair is open, a repeat adds
 * nothing and gets the same response.
 */
async function report(c: AppContext, { id: other, ...input }: ReportInput): Promise<ActionResult<{ reported: true }>> {
  const { id: reporterId, state } = await requireMember(c)
  const [db, now] = [c.get('db'), c.get('now')]
  const { conversation, isWithinReach, isOpen } = await findReportContext(db, reporterId, other, now)
  const pair = { reporterId, other, conversation }
  if (state === 'incomplete' || reporterId === other || !(isWithinReach || isOpen)) throw notFound()
  if (isWithinReach) {
    const [id, snapshot] = [newId(), await takeSnapshot(c.env, db, pair, now)]
    const stands = await writeReport(db, { ...input, ...snapshot, id, pair, now })
    if (!stands) throw new AppError('No reports left today', { status: 409, code: 'report-quota' })
    // While a report is open, a repeat writes none.
    if (!isOpen) c.executionCtx.waitUntil(copyReported(c.env, id, snapshot))
    await finishBlockNow(c.env, { blockerId: reporterId, blockedId: other }, now)
  }
  const done: ReportOutcome = isUrgent(input.category) ? 'urgent' : 'reported'
  // A script shows the result in place. In case of danger, a plain form redirects to a page that stays open and names sources of
  // help.
  const isLed = isFormPost(c) || done === 'urgent'
  const to = href(routes.mainSettings, {}, { locale: c.get('locale').code, query: { done }, hash: blockedAnchor })
  return { ...(isLed ? { to } : {}), data: { reported: true } }
}
