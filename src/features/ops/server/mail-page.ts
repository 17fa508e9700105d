import { opsActions } from '#features/ops/contract.ts'
import {
  canBeSent,
  findFailedEmail,
  isFailedEmailSql,
  listFailedEmails,
  removeFailedEmailStatement,
  toQueuedEmail,
} from '#features/mail/server/public.ts'
import { auditStatement } from '#features/audit/server/public.ts'
import type { AppContext } from '#server/context.ts'
import { warn } from '#server/log.ts'
import { readForm } from './guards.ts'
import { failedEmailInput } from './schemas.ts'
import type { Staff } from './staff.ts'
import { failedEmailTable } from './views/mail.ts'
import { respondOps } from './views/shell.ts'

const gone = 'That email has been sent again or discarded already, or it can only be discarded.'
const noQueue = 'The queue does not take emails at the moment. Nothing has changed.'

/** GET /ops/mail: for operators; also the response to a refused decision. */
export async function showMail(c: AppContext, staff: Staff, problem?: string): Promise<Response> {
  const body = failedEmailTable(await listFailedEmails(c.get('db')), c.get('now'))
  return respondOps(c, { title: 'Emails that were not sent', staff, body, problem, status: problem ? 409 : 200 })
}

/**
 * POST /ops/mail/:id `decision`. The email is queued before its row is deleted, because sending it twice is better than never.
 */
export async function decideAboutMail(c: AppContext, staff: Staff): Promise<Response> {
  const [db, now] = [c.get('db'), c.get('now')]
  const { input } = await readForm(c, failedEmailInput)
  const row = input && (await findFailedEmail(db, c.req.param('id') ?? ''))
  const isPossible = row && (input.decision === 'discard' || canBeSent({ ...row, isWhole: row.sealed !== '' }, now))
  if (!isPossible) return showMail(c, staff, gone)
  const { id, kind, code } = row
  if (input.decision === 'retry') {
    try {
      await c.env.MAIL.send(toQueuedEmail(row))
    } catch (error) {
      warn('mail-queue', error)
      return showMail(c, staff, noQueue)
    }
  }
  const action = input.decision === 'retry' ? 'email.retried' : 'email.discarded'
  const entry = { actorId: staff.id, action, subjectKind: 'email', subjectId: id, detail: { kind, code } } as const
  const [, removed] = await db.batch([
    auditStatement(db, entry, now, isFailedEmailSql(id, staff.id)),
    removeFailedEmailStatement(db, id, staff.id),
  ])
  if (removed.length === 0) return showMail(c, staff, gone)
  return c.redirect(`${opsActions.showMail.path}?done=${input.decision === 'retry' ? 'email-queued' : 'email-discarded'}`, 303)
}
