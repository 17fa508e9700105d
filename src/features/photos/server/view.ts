import type { OwnPhotoView, PhotoView } from '../contract.ts'
import { isRejectionReason } from '../rules.ts'
import type { PhotoRow, shownPhotosStatement } from './queries.ts'
import type { AddressOf } from './token.ts'

/** The owner's rows for their page. */
export function toOwnPhotos(rows: readonly PhotoRow[], addressOf: AddressOf): OwnPhotoView[] {
  return rows.map(({ id, key, state, reason, width, height }) => ({
    id,
    address: addressOf(key),
    state,
    reason: state !== 'rejected' ? null : isRejectionReason(reason) ? reason : 'other',
    width,
    height,
  }))
}

export function toPhotos(rows: Awaited<ReturnType<typeof shownPhotosStatement>>, addressOf: AddressOf): PhotoView[] {
  return rows.map(({ photoId, photoKey, width, height }) => ({ id: photoId, address: addressOf(photoKey), width, height }))
}
