import { photoWidths, type PhotoWidth } from '#shared/photo.ts'

/** Name of one size of a photo in the bucket. */
export function objectName(photoKey: string, width: PhotoWidth): string {
  return `${objectPrefix}${photoKey}/${width}.webp`
}

export const objectPrefix = 'photos/'

const [, , largestWidth] = photoWidths

const namePattern = new RegExp(`^${objectPrefix}([\\w-]+)/\\d+\\.webp$`)

/** The photo's key in an object's name; null for other objects. */
export function keyOfObject(name: string): string | null {
  return namePattern.exec(name)?.[1] ?? null
}

export async function storeSizes(
  bucket: R2Bucket,
  photoKey: string,
  sizes: readonly { width: PhotoWidth; bytes: ArrayBuffer }[],
): Promise<void> {
  await Promise.all(
    sizes.map(({ width, bytes }) =>
      bucket.put(objectName(photoKey, width), bytes, { httpMetadata: { contentType: 'image/webp' } }),
    ),
  )
}

/** Removes all sizes of some photos; R2 accepts up to 1,000 names at once. */
export async function removeObjects(bucket: R2Bucket, photoKeys: readonly string[]): Promise<void> {
  const names = photoKeys.flatMap((photoKey) => photoWidths.map((width) => objectName(photoKey, width)))
  for (let start = 0; start < names.length; start += 1000) await bucket.delete(names.slice(start, start + 1000))
}

/** Returns a photo in its largest size. */
export function findLargest(bucket: R2Bucket, photoKey: string): Promise<R2ObjectBody | null> {
  return bucket.get(objectName(photoKey, largestWidth))
}
