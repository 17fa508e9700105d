import { opsActions } from '#features/ops/contract.ts'
import { formatCursor, readCursor, type TimeCursor } from '#db/time-cursor.ts'
import {
  addressesFor,
  decideVerification,
  openVerificationPicture,
  openWaitingVerifications,
  pictureName,
  removePictures,
  type VerificationDecision,
} from '#features/photos/server/public.ts'
import type { VerificationOutcome } from '#features/photos/contract.ts'
import type { AppContext } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'
import { readForm, typedText } from '../guards.ts'
import { verificationInput } from '../schemas.ts'
import type { Staff } from '../staff.ts'
import { type NoticeKey, respondOps } from '../views/shell.ts'
import { sendOutcome } from './outcome.ts'
import { verificationQueue } from './queue.ts'

const gone = 'That one is already decided, too old, for another main photo, or not yours to decide. These are waiting now.'

type Refused = { problem: string; after: TimeCursor | null }

const notices = { approved: 'verified', refused: 'unverified', again: 'another-pose' } as const satisfies Record<
  string,
  NoticeKey
>

/** GET /ops/verifications?after=; also the response to a refused decision. */
export async function showVerifications(c: AppContext, staff: Staff, refused?: Refused): Promise<Response> {
  const after = refused ? refused.after : readCursor(c.req.query('after') ?? null).cursor
  const part = { actorId: staff.id, page: opsActions.showVerifications.path, after }
  const [waiting, photoAddressOf] = await Promise.all([
    openWaitingVerifications(c.get('db'), part, c.get('now')),
    addressesFor(c.env, staff.id, c.get('now'), 'r'),
  ])
  const body = verificationQueue(staff, { waiting, isLater: after !== null, photoAddressOf })
  return respondOps(c, { title: 'Verification', staff, body, problem: refused?.problem, status: refused ? 409 : 200 })
}

/** GET /ops/verifications/:id/picture: for whoever may decide about it; each look is written to the audit log. */
export async function showVerificationPicture(c: AppContext, staff: Staff): Promise<Response> {
  const look = { id: c.req.param('id') ?? '', actorId: staff.id }
  const key = await openVerificationPicture(c.get('db'), look, c.get('now'))
  const object = key === null ? null : await c.env.PHOTOS.get(pictureName(key))
  if (!object) throw notFound()
  return c.body(object.body, 200, {
    'Content-Type': 'image/webp',
    'Content-Security-Policy': "default-src 'none'",
    'Cache-Control': 'no-store',
  })
}

/** POST /ops/verifications/:id `decision`, `reason`, `after` */
export async function decideAboutVerification(c: AppContext, staff: Staff): Promise<Response> {
  const { input, body } = await readForm(c, verificationInput)
  const after = readCursor(typedText(body, 'after')).cursor
  const id = c.req.param('id') ?? ''
  const actor = { actorId: staff.id, now: c.get('now') }
  const decided = input && (await decideVerification(c.get('db'), id, input, actor))
  if (!decided) return showVerifications(c, staff, { problem: gone, after })
  await removePictures(c.env.PHOTOS, decided.key === null ? [] : [decided.key])
  sendOutcome(c, { id, memberId: decided.memberId, ...outcomeOf(input) })
  const cursor = after ? `&after=${formatCursor(after)}` : ''
  return c.redirect(`${opsActions.showVerifications.path}?done=${notices[input.decision]}${cursor}`, 303)
}

const outcomeOf = (decided: VerificationDecision): VerificationOutcome =>
  decided.decision === 'refused' ? { outcome: 'refused', reason: decided.reason } : { outcome: decided.decision }
