import { action, read } from '#shared/routing/action.ts'

const megabyte = 1024 * 1024

/** What a photo may be (product.md 'People'); sides and areas in px, of the picture as it is stored in the file. */
export const photoLimits = {
  most: 6,
  bytes: 12 * megabyte,
  pixels: 40_000_000,
  side: 12_000,
  smallestSide: 200,
} as const

export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export type PhotoType = (typeof photoTypes)[number]

/** The shapes that photos are cut to: width by height. */
export const photoShapes = { tall: [4, 5], square: [1, 1] } as const
export type PhotoShape = keyof typeof photoShapes

export type PhotoState = 'pending' | 'approved' | 'rejected'

/** Why a photo may be turned down; each has a text under `photos.reason.<key>`. */
export const rejectionReasons = ['no-face', 'someone-else', 'minor', 'nudity', 'violence', 'contact', 'unclear', 'other'] as const
export type RejectionReason = (typeof rejectionReasons)[number]

/** A photo as its owner sees it, pending and rejected ones too. */
export type OwnPhotoView = {
  id: string
  /** In the middle size; `#shared/photo.ts` knows the others. */
  address: string
  state: PhotoState
  /** Only while rejected. */
  reason: RejectionReason | null
  width: number
  height: number
}

/** A photo as others see it. */
export type PhotoView = Pick<OwnPhotoView, 'id' | 'address' | 'width' | 'height'>

/** Every answer carries the whole list. */
export type OwnPhotos = { photos: OwnPhotoView[] }

export const photoActions = {
  list: read<OwnPhotos>('/api/photos'),
  /** A script asks for JSON by `Accept`: 201, and the notice as `notice`. */
  upload: action<OwnPhotos & { id: string; notice: string }>('/api/photos', 'photo-upload'),
  /** The whole order. Its refusals stand where those of a step do. */
  order: action<OwnPhotos>('/api/photos/order', 'photo-move'),
  /** One step of one photo. */
  move: action<OwnPhotos>('/api/photos/move', 'photo-move'),
  remove: action<OwnPhotos>('/api/photos/remove', 'photo-remove'),
}

/** Steps of the buttons; a drag sends the whole order instead. */
export const photoSteps = ['first', 'earlier', 'later'] as const
export type PhotoStep = (typeof photoSteps)[number]

/** What one's own profile says of one's photos: how many wait or were refused, and that the badge went with the main one. */
export type PhotoNews = { pending: number; rejected: number; isUnverified: boolean }
