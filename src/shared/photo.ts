/** Widths in which every photo is stored, px, smallest first. */
export const photoWidths = [320, 720, 1280] as const
export type PhotoWidth = (typeof photoWidths)[number]

const addressPattern = /^(\/photos\/[\w-]+\/)\d+\.webp$/

/** Returns the address of one size of a photo; `token` binds it to one viewer and one day (docs/photos.md). */
export function photoAddress(token: string, width: PhotoWidth): string {
  return `/photos/${token}/${width}.webp`
}

/** Returns the address of the same photo in another size; other pictures, such as a drawn portrait, stay unchanged. */
export function inWidth(address: string, width: PhotoWidth): string {
  return address.replace(addressPattern, `$1${width}.webp`)
}

/** Returns all sizes of a photo for `srcset`, or undefined for a picture with only one. */
export function srcSetOf(address: string): string | undefined {
  if (!addressPattern.test(address)) return undefined
  return photoWidths.map((width) => `${inWidth(address, width)} ${width}w`).join(', ')
}

/**
 * Returns the URL of a stored portrait for one viewer: a drawing's own, or a photo's, bound to that viewer and to the day.
 * `context` makes the drawing's URL differ from that in other contexts. Takes the value of the photos' `portraitSql`:
 * `style:seed`, `photo:<key>` or null.
 */
export type PortraitOf = (portrait: string | null, context?: string) => string | null

/** Prefix of a portrait that is a photo (`portraitSql`). */
export const photoPortrait = 'photo:'
