import { action, read } from '#shared/routing/action.ts'
import type { ClosedNote } from '#shared/routing/switches.ts'

const megabyte = 1024 * 1024

/** Limits of a photo (product.md 'People'); sides and areas in px, of the picture as stored in the file. */
export const photoLimits = {
  most: 6,
  bytes: 12 * megabyte,
  pixels: 40_000_000,
  side: 12_000,
  smallestSide: 200,
} as const

export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export type PhotoType = (typeof photoTypes)[number]

/** The shapes that photos are cropped to: width by height. */
export const photoShapes = { tall: [4, 5], square: [1, 1] } as const
export type PhotoShape = keyof typeof photoShapes

export type PhotoState = 'pending' | 'approved' | 'rejected'

/** Reasons for a rejected photo; each has a text under `photos.reason.<key>`. */
export const rejectionReasons = ['no-face', 'someone-else', 'minor', 'nudity', 'violence', 'contact', 'unclear', 'other'] as const
export type RejectionReason = (typeof rejectionReasons)[number]

/** A photo as its owner sees it, including pending and rejected ones. */
export type OwnPhotoView = {
  id: string
  /** In the middle size; `#shared/photo.ts` lists the others. */
  address: string
  state: PhotoState
  /** Set only while rejected. */
  reason: RejectionReason | null
  width: number
  height: number
}

/** A photo as others see it. */
export type PhotoView = Pick<OwnPhotoView, 'id' | 'address' | 'width' | 'height'>

/** `photosClosed`: why no photo can be added now, if so. */
export type OwnPhotosProps = { photos: OwnPhotoView[]; photosClosed: ClosedNote | null }

/** Every response contains the whole list. */
export type OwnPhotos = { photos: OwnPhotoView[] }

export const photoActions = {
  list: read<OwnPhotos>('/api/photos'),
  /** A script requests JSON by `Accept`: 201, with the notice as `notice`. */
  upload: action<OwnPhotos & { id: string; notice: string }>('/api/photos', 'photo-upload'),
  /** The whole order. Its refusals use the form name of a single move. */
  order: action<OwnPhotos>('/api/photos/order', 'photo-move'),
  /** One move of one photo. */
  move: action<OwnPhotos>('/api/photos/move', 'photo-move'),
  remove: action<OwnPhotos>('/api/photos/remove', 'photo-remove'),
}

/** Moves of the buttons; a drag sends the whole order instead. */
export const photoSteps = ['first', 'earlier', 'later'] as const
export type PhotoStep = (typeof photoSteps)[number]

/**
 * The state of a member's own photos on their profile: how many are pending or rejected, and whether the badge was lost with the
 * main one.
 */
export type PhotoNews = { pending: number; rejected: number; isUnverified: boolean }

/** A pose of the photo challenge, by which a member is verified. */
export type Pose =
  | 'two-fingers'
  | 'three-fingers'
  | 'thumb-up'
  | 'point-up'
  | 'open-hand'
  | 'fist'
  | 'hand-on-head'
  | 'hand-on-ear'
  | 'hand-on-cheek'
  | 'chin-on-fist'
  | 'cover-eye'
  | 'hand-on-shoulder'

/** Why a moderator has not verified a member. */
export type RefusedBecause = 'someone-else' | 'pose' | 'unclear' | 'several' | 'not-live' | 'main-photo'

/** A pose to be shown to the camera within `leftMs`. */
export type PoseChallenge = { id: string; pose: Pose; leftMs: number }

/**
 * What a member can do about their badge. `photo`: they need an approved photo first. `later`: no more tries before `at`. `at` of
 * the others: when it was decided, or sent; in ms. `last`: how the last attempt ended, unless the step says so.
 */
export type VerificationView = {
  hasConsent: boolean
  last: { kind: 'refused'; reason: RefusedBecause } | { kind: 'again' | 'undecided' | 'stale' } | null
} & ({ step: 'photo' | 'start' } | { step: 'later' | 'waiting' | 'verified'; at: number })

/** `mainPhoto`: URL of the photo that others see first; the badge is for that one. */
export type VerificationProps = VerificationView & { mainPhoto: string | null }

/** How a challenge ended, as a moderator or the program decided. */
export type VerificationOutcome = { outcome: 'approved' | 'again' | 'undecided' } | { outcome: 'refused'; reason: RefusedBecause }
