import * as v from 'valibot'
import { on, type ActionResult } from '#server/actions/action.ts'
import { readBody } from '#server/actions/body.ts'
import { translatorOf } from '#server/actions/error-text.ts'
import { handle } from '#server/actions/handle.ts'
import { requireMember } from '#server/auth/require-member.ts'
import type { AppContext } from '#server/context.ts'
import { encodeBase64url, newId } from '#server/crypto/secrets.ts'
import { requireUpload } from '#server/limits/uploads.ts'
import { AppError, invalidFields, tooMany } from '#shared/errors.ts'
import { within } from '#features/photos/rules.ts'
import { drawPose, nextTryAt } from '#features/photos/verification-rules.ts'
import type { Pose, PoseChallenge } from '#features/photos/contract.ts'
import { poses, verificationActions, verificationLimits } from '#features/photos/verification.ts'
import { inspect } from '../inspect.ts'
import { drawSize, uprightSize } from '../reencode.ts'
import { removePictures, storePicture } from './pictures.ts'
import {
  attemptsStatement,
  findDrawn,
  insertChallenge,
  insertConsent,
  isKnownPicture,
  isOpenChallenge,
  withdrawConsent,
  writeSent,
} from './queries.ts'
import { toAttempt } from './view.ts'

const consentInput = v.object({ agreed: v.literal('1', 'consent') })
const pictureInput = v.object({
  id: v.pipe(v.string('required'), v.regex(/^[\w-]{22}$/, 'invalid')),
  picture: v.pipe(v.string('required'), v.base64('photo-broken')),
})

/** The page draws pictures no larger than the stored one; base64 adds a third. */
const mostBytes = 4 * 1024 * 1024

export const verificationRoutes = handle(verificationActions, {
  consent: on(consentInput, giveConsent),
  withdraw: on(v.object({}), withdraw),
  draw: on(v.object({}), draw),
  send: on(pictureInput, send, (c) => readBody(c, mostBytes)),
})

async function giveConsent(c: AppContext): Promise<ActionResult> {
  const { id: memberId } = await requireMember(c)
  const { t } = await translatorOf(c, ['verification'])
  const text = [t('verification.consent.text'), t('verification.consent.label')].join('\n')
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  const consent = { id: newId(), memberId, locale: c.get('locale').code, textHash: hex(new Uint8Array(digest)) }
  await insertConsent(c.get('db'), consent, c.get('now'))
  return { notice: t('verification.consent.done') }
}

async function withdraw(c: AppContext): Promise<ActionResult> {
  const { id: memberId } = await requireMember(c)
  const keys = await withdrawConsent(c.get('db'), memberId, c.get('now'))
  await removePictures(c.env.PHOTOS, keys)
  const { t } = await translatorOf(c, ['verification'])
  return { notice: t('verification.withdraw.done') }
}

async function draw(c: AppContext): Promise<ActionResult<{ challenge: PoseChallenge }>> {
  const [db, now, { id: memberId }] = [c.get('db'), c.get('now'), await requireMember(c)]
  const attempts = (await attemptsStatement(db, memberId)).map(toAttempt)
  const chance = (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32
  const challenge = { id: newId(), memberId, pose: drawPose(attempts[0]?.pose ?? null, chance) }
  if (!(await findDrawn(db, memberId, now))) await insertChallenge(db, challenge, now)
  const drawn = await findDrawn(db, memberId, now)
  if (drawn) return { data: { challenge: { id: drawn.id, pose: toPose(drawn.pose), leftMs: drawn.expiresAt - now } } }
  const triesFrom = nextTryAt(attempts, now)
  if (triesFrom !== null) throw tooMany('No tries left', triesFrom - now)
  throw new AppError('No pose can be drawn now', { status: 409, code: 'stale' })
}

/** A pose of ours; a key that a later version dropped becomes the first. */
const toPose = (key: string): Pose => poses.find((pose) => pose === key) ?? poses[0]

/**
 * Takes the picture of a drawn pose: inspects it like a photo, re-encodes it, stores it, then writes its row, which is the commit
 * point. A file that is refused leaves the pose open until it expires.
 */
async function send(c: AppContext, input: v.InferOutput<typeof pictureInput>): Promise<ActionResult> {
  const [db, now, { id: memberId }] = [c.get('db'), c.get('now'), await requireMember(c)]
  if (!(await isOpenChallenge(db, input.id, memberId, now))) throw poseOver()
  const inspected = inspect(Uint8Array.from(atob(input.picture), (byte) => byte.charCodeAt(0)))
  if ('refused' in inspected) throw invalidFields({ picture: inspected.refused })
  await requireUpload(c, memberId)
  const { picture } = inspected
  const pictureHash = encodeBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', picture.bytes)))
  if (await isKnownPicture(db, pictureHash)) throw knownPicture()

  const key = newId()
  const bytes = await drawSize(c.env.IMAGES, picture, within(uprightSize(picture), verificationLimits.side))
  await storePicture(c.env.PHOTOS, key, bytes)
  if (!(await writeSent(db, { id: input.id, memberId, key, pictureHash }, now))) {
    await removePictures(c.env.PHOTOS, [key])
    throw (await isKnownPicture(db, pictureHash)) ? knownPicture() : poseOver()
  }
  const { t } = await translatorOf(c, ['verification'])
  return { status: 201, notice: t('verification.camera.sent') }
}

function poseOver(): AppError {
  return new AppError('The pose is not valid any more', { status: 409, code: 'pose-over' })
}

function knownPicture(): AppError {
  return new AppError('The same picture came before', { status: 409, code: 'picture-known' })
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
