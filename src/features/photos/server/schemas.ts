import * as v from 'valibot'
import { photoLimits, photoSteps } from '../contract.ts'

const photoId = v.pipe(v.string('required'), v.regex(/^[\w-]{22}$/, 'invalid'))
const photoIds = v.pipe(v.array(photoId, 'invalid'), v.maxLength(photoLimits.most, 'invalid'))

export const moveInput = v.object({ id: photoId, to: v.picklist(photoSteps, 'choice') })
export const removeInput = v.object({ id: photoId })
/** `was` is the order on which the new one is based. */
export const orderInput = v.pipe(
  v.object({ ids: photoIds, was: photoIds }),
  v.check(({ ids, was }) => JSON.stringify([...ids].sort()) === JSON.stringify([...was].sort()), 'invalid'),
)
