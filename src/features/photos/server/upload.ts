import { newId } from '#server/crypto/secrets.ts'
import { AppError, invalidFields } from '#shared/errors.ts'
import type { AppContext } from '#server/context.ts'
import { photoLimits } from '../contract.ts'
import { readUpload } from './body.ts'
import { inspect } from './inspect.ts'
import { removeObjects, storeSizes } from './objects.ts'
import { countPhotos, insertPhoto } from './queries.ts'
import { reencodePhoto } from './reencode.ts'
import { requireUpload } from '#server/limits/uploads.ts'

/**
 * Handles one photo: inspects the file, re-encodes it, stores its sizes, then writes its row. The row is the commit point:
 * objects without one are orphans, removed at once or by the cron (docs/photos.md).
 */
export async function uploadPhoto(c: AppContext, memberId: string): Promise<{ id: string }> {
  const [db, now] = [c.get('db'), c.get('now')]
  const bytes = await readUpload(c)
  if ((await countPhotos(db, memberId)) >= photoLimits.most) throw noSlot()
  const inspected = inspect(bytes)
  if ('refused' in inspected) throw invalidFields({ file: inspected.refused })
  await requireUpload(c, memberId)

  const { sizes, width, height } = await reencodePhoto(c.env.IMAGES, inspected.picture)
  const [id, key] = [newId(), newId()]
  try {
    await storeSizes(c.env.PHOTOS, key, sizes)
    if (!(await insertPhoto(db, { id, memberId, key, width, height, now }))) throw noSlot()
  } catch (error) {
    // Best effort: the cron removes the rest.
    await removeObjects(c.env.PHOTOS, [key]).catch(() => {})
    throw error
  }
  return { id }
}

function noSlot(): AppError {
  return new AppError('All places are taken', { status: 409, code: 'conflict', fields: { file: 'photo-limit' } })
}
