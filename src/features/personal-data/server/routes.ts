import * as v from 'valibot'
import { isFreshlyConfirmed, requireConfirmedMember } from '#features/auth/session/server/public.ts'
import { answer, on, respond, type ActionResult } from '#server/actions/action.ts'
import { handle } from '#server/actions/handle.ts'
import { findMember } from '#server/auth/require-member.ts'
import { sessionEnded } from '#server/auth/require-session.ts'
import type { AppContext, Member } from '#server/context.ts'
import { newId } from '#server/crypto/secrets.ts'
import { warn } from '#server/log.ts'
import { publicOrigin } from '#server/origin.ts'
import { AppError, notFound, tooMany } from '#shared/errors.ts'
import { exportActions, type ExportState } from '../contract.ts'
import { openArchive } from './export-file.ts'
import { exportStatement, findReadyExport, insertExport } from './queries.ts'
import { dayOf, exportHref, toExportState } from './view.ts'

export const exportRoutes = handle(exportActions, {
  ask: on(v.object({}), askExport),
  state: answer(readState),
  download: respond(sendExport),
})

/** Starts an export: the queue makes it. One a day, counted from 04:00 in the member's time zone like every quota. */
async function askExport(c: AppContext): Promise<ActionResult<ExportState>> {
  const [db, now] = [c.get('db'), c.get('now')]
  const member = await requireConfirmedMember(c)
  const [row] = await exportStatement(db, member.id, now)
  if (!row) throw sessionEnded()
  const { start, endsAt } = dayOf(row, now)
  const id = newId()
  const origin = publicOrigin(c.env, c.req.url)
  if (!(await insertExport(db, { id, memberId: member.id, day: start, origin }, now)))
    throw tooMany('One export a day', endsAt - now)
  // Without the queue, the cron starts it within the hour.
  await c.env.EXPORT_QUEUE.send({ id }).catch((error: unknown) => warn('export-queue', error))
  return { status: 202, data: { state: 'preparing' } }
}

async function readState(c: AppContext): Promise<ExportState> {
  const { id } = await requireOwner(c)
  const now = c.get('now')
  const [row] = await exportStatement(c.get('db'), id, now)
  return row ? toExportState(row) : { state: 'none' }
}

/** Sends the file to its owner. Every other id gets the same answer, whether it exists or not. */
async function sendExport(c: AppContext): Promise<Response> {
  const member = await requireOwner(c)
  const now = c.get('now')
  if (!isFreshlyConfirmed(member.confirmedAt, now)) {
    // A link of a page that stood open for long: the page itself asks for the confirmation.
    if (c.req.header('sec-fetch-mode') === 'navigate') return c.redirect(exportHref(member.state, c.get('locale').code), 303)
    throw new AppError('Not confirmed', { status: 403, code: 'unconfirmed' })
  }
  const found = await findReadyExport(c.get('db'), member.id, c.req.param('id') ?? '', now)
  const archive = found && (await openArchive(c.env, found))
  if (!found || !archive) throw notFound()
  return c.body(archive, 200, {
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="kismet-${new Date(found.createdAt).toISOString().slice(0, 10)}.zip"`,
    'Content-Length': String(found.size),
    'Cache-Control': 'no-store',
  })
}

/** The member of this session in every state: a deleted one can still fetch what is ready. */
async function requireOwner(c: AppContext): Promise<Member> {
  const member = await findMember(c)
  if (!member) throw sessionEnded()
  return member
}
