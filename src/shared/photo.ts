/** Widths in which every photo is kept, px, smallest first. */
export const photoWidths = [320, 720, 1280] as const
export type PhotoWidth = (typeof photoWidths)[number]

const addressPattern = /^(\/photos\/[\w-]+\/)\d+\.webp$/

/** The address of one size of a photo; `token` binds it to one viewer and one day (docs/photos.md). */
export function photoAddress(token: string, width: PhotoWidth): string {
  return `/photos/${token}/${width}.webp`
}

/** The address of the same photo in another size; what is no photo, such as a drawn portrait, stays as it is. */
export function inWidth(address: string, width: PhotoWidth): string {
  return address.replace(addressPattern, `$1${width}.webp`)
}

/** All sizes of a photo for `srcset`, or undefined for a picture that has only one. */
export function srcSetOf(address: string): string | undefined {
  if (!addressPattern.test(address)) return undefined
  return photoWidths.map((width) => `${inWidth(address, width)} ${width}w`).join(', ')
}

/**
 * The address of a stored portrait for one viewer: a drawing's own, or a photo's, bound to that viewer and to the day.
 * Takes what `portraitSql` of the photos gives: `style:seed`, `photo:<key>` or null.
 */
export type PortraitOf = (portrait: string | null) => string | null
