import { opsActions } from '#features/ops/contract.ts'
import { findChatPhoto } from '#features/chat/server/public.ts'
import { addressesFor } from '#features/photos/server/public.ts'
import { findRemainingPhotos, listOpenReports, openMessagePhoto, openReport } from '#features/reports/server/public.ts'
import { notFound } from '#shared/errors.ts'
import type { AppContext } from '#server/context.ts'
import type { Staff } from './staff.ts'
import { reportPage, reportQueue } from './views/reports.ts'
import { respondOps } from './views/shell.ts'

const pageSize = 50

/** GET /ops/reports?after=: open reports, the oldest first, without their evidence. */
export async function showReports(c: AppContext, staff: Staff): Promise<Response> {
  const [, at = '', id = ''] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(c.req.query('after') ?? '') ?? []
  const after = at === '' ? null : { at: Number(at), id }
  const rows = await listOpenReports(c.get('db'), staff.id, { after, limit: pageSize + 1 })
  const shown = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? shown.at(-1) : undefined
  const next = last ? `${opsActions.showReports.path}?after=${last.createdAt}.${last.reportId}` : null
  return respondOps(c, { title: 'Reports', staff, body: reportQueue(shown, { now: c.get('now'), next }) })
}

/** GET /ops/reports/:id: the report with its evidence. Every view is written to the audit log first. */
export async function showReport(c: AppContext, staff: Staff): Promise<Response> {
  const report = await openReport(c.get('db'), c.req.param('id') ?? '', staff.id, c.get('now'))
  if (!report) return c.redirect(opsActions.showReports.path, 303)
  const keys = report.profile?.photos.map(({ key }) => key) ?? []
  const [remaining, addressOf] = await Promise.all([
    findRemainingPhotos(c.get('db'), keys),
    addressesFor(c.env, staff.id, c.get('now'), 'r'),
  ])
  const body = reportPage(report, (key) => (remaining.has(key) ? addressOf(key) : null))
  return respondOps(c, { title: 'Report', staff, body })
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
