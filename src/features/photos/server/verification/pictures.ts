/** Where the pictures of challenges are in the private bucket, apart from the photos that others see. */
export const picturePrefix = 'verifications/'

export function pictureName(key: string): string {
  return `${picturePrefix}${key}.webp`
}

const namePattern = new RegExp(`^${picturePrefix}([\\w-]+)\\.webp$`)

/** The key in an object's name; null for other objects. */
export function keyOfPicture(name: string): string | null {
  return namePattern.exec(name)?.[1] ?? null
}

export async function storePicture(bucket: R2Bucket, key: string, bytes: ArrayBuffer): Promise<void> {
  await bucket.put(pictureName(key), bytes, { httpMetadata: { contentType: 'image/webp' } })
}

/** Best effort, right after a decision: the cron removes the rest. */
export async function removePictures(bucket: R2Bucket, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await bucket.delete(keys.map(pictureName)).catch(() => {})
}
