import { opsActions } from '#features/ops/contract.ts'
import { formatCursor, readCursor, type TimeCursor } from '#db/time-cursor.ts'
import { notifyMember } from '#features/member-hub/server/public.ts'
import { addressesFor, decidePhoto, openPendingPhotos, type PhotoDecision } from '#features/photos/server/public.ts'
import { decideAppeal, openAppeals } from '#features/restriction/server/public.ts'
import type { AppContext } from '#server/context.ts'
import type { Env } from '#server/env.ts'
import { readForm, typedText } from './guards.ts'
import { listAudit } from './queries.ts'
import { appealInput, photoInput } from './schemas.ts'
import type { Staff } from './staff.ts'
import { appealQueue, auditTable, photoQueue } from './views/queues.ts'
import { type NoticeKey, respondOps } from './views/shell.ts'

const gone = 'That is decided already, or not yours to decide. This is what waits now.'
const auditPage = 100

type Refused = { problem: string; after: TimeCursor | null }

/** The case after which the list begins: the one that was decided last. */
const startOf = (c: AppContext, refused?: Refused) => (refused ? refused.after : readCursor(c.req.query('after') ?? null).cursor)

/** On to the list, which begins after the decided case. */
function goOn(c: AppContext, list: string, { done, after }: { done: NoticeKey; after: TimeCursor | null }): Response {
  return c.redirect(`${list}?done=${done}${after ? `&after=${formatCursor(after)}` : ''}`, 303)
}

/** GET /ops/photos?after=; also the response to a refused decision. */
export async function showPhotos(c: AppContext, staff: Staff, refused?: Refused): Promise<Response> {
  const after = startOf(c, refused)
  const [photos, addressOf] = await Promise.all([
    openPendingPhotos(c.get('db'), { actorId: staff.id, page: opsActions.showPhotos.path, after }, c.get('now')),
    addressesFor(c.env, staff.id, c.get('now'), 'r'),
  ])
  const body = photoQueue(staff, { photos, isLater: after !== null, addressOf })
  return respondOps(c, { title: 'Photos', staff, body, problem: refused?.problem, status: refused ? 409 : 200 })
}

/** POST /ops/photos/:id `decision`, `reason`, `after` */
export async function decideAboutPhoto(c: AppContext, staff: Staff): Promise<Response> {
  const { input, body } = await readForm(c, photoInput)
  const after = readCursor(typedText(body, 'after')).cursor
  const id = c.req.param('id') ?? ''
  const decided = input && (await decidePhoto(c.get('db'), id, input, { actorId: staff.id, now: c.get('now') }))
  if (!decided) return showPhotos(c, staff, { problem: gone, after })
  c.executionCtx.waitUntil(notifyPhotoDecision(c.env, decided.memberId, id, input))
  return goOn(c, opsActions.showPhotos.path, { done: input.decision, after })
}

/** Notifies the owner of the decision. By its id, a repeat is the same notification: a photo is decided once. */
function notifyPhotoDecision(
  env: Pick<Env, 'MEMBER_HUB'>,
  memberId: string,
  photoId: string,
  decided: PhotoDecision,
): Promise<boolean> {
  const id = `photo:${photoId}`
  return notifyMember(
    env,
    memberId,
    decided.decision === 'approved'
      ? { id, kind: 'moderation', photo: 'approved' }
      : { id, kind: 'moderation', photo: 'rejected', reason: decided.reason },
  )
}

/** GET /ops/appeals?after=; also the response to a refused decision. */
export async function showAppeals(c: AppContext, staff: Staff, refused?: Refused): Promise<Response> {
  const after = startOf(c, refused)
  const appeals = await openAppeals(c.get('db'), { actorId: staff.id, page: opsActions.showAppeals.path, after }, c.get('now'))
  const body = appealQueue(staff, { appeals, isLater: after !== null })
  return respondOps(c, { title: 'Appeals', staff, body, problem: refused?.problem, status: refused ? 409 : 200 })
}

/** POST /ops/appeals/:id `outcome`, `after` */
export async function decideAboutAppeal(c: AppContext, staff: Staff): Promise<Response> {
  const { input, body } = await readForm(c, appealInput)
  const after = readCursor(typedText(body, 'after')).cursor
  const decision = input && { id: c.req.param('id') ?? '', outcome: input.outcome, actorId: staff.id }
  if (!decision || !(await decideAppeal({ env: c.env, db: c.get('db') }, decision, c.get('now'))))
    return showAppeals(c, staff, { problem: gone, after })
  return goOn(c, opsActions.showAppeals.path, { done: decision.outcome === 'lifted' ? 'accepted' : 'upheld', after })
}

/** GET /ops/audit?before=: for operators. */
export async function showAudit(c: AppContext, staff: Staff): Promise<Response> {
  const { cursor } = readCursor(c.req.query('before') ?? null)
  const rows = await listAudit(c.get('db'), staff.id, { cursor, limit: auditPage, page: opsActions.showAudit.path }, c.get('now'))
  const last = rows.length === auditPage ? rows.at(-1) : undefined
  const older = last ? `${opsActions.showAudit.path}?before=${formatCursor(last)}` : null
  return respondOps(c, { title: 'Audit log', staff, body: auditTable(rows, older) })
}
