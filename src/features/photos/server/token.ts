import { photoAddress, type PortraitOf, photoPortrait } from '#shared/photo.ts'
import { drawingAddresses } from '#features/avatars/server/public.ts'
import { deriveKeys, requireKey, type Secrets } from '#server/crypto/keys.ts'
import { isSameSecret, keyedHash } from '#server/crypto/secrets.ts'

/** The purpose of a URL: to view people, or to decide about a photo in any state. */
export type Grant = 'm' | 'r'

/** URLs for people without an account are made for this viewer, whose id no member can have. */
export const guestId = ''

const tokenPattern = /^([mr])([\w-]{22})([\w-]{22})$/
const dayMs = 24 * 60 * 60 * 1000

/** What a URL is valid for: one photo, one viewer, one UTC day. */
type Scope = { grant: Grant; photoKey: string; viewerId: string; day: number }

/** 128 bits over viewer, photo and UTC day: a URL is worthless to anyone else, and nearly so the day after. */
function seal(key: Uint8Array, { grant, photoKey, viewerId, day }: Scope): string {
  return keyedHash(key, `${grant}:${viewerId}:${photoKey}:${day}`).slice(0, 22)
}

export type AddressOf = (photoKey: string) => string

/** URLs of photos, in the middle size, for one viewer and one day. They are the same all day, so that browsers can cache them. */
export async function addressesFor(env: Secrets, viewerId: string, now: number, grant: Grant = 'm'): Promise<AddressOf> {
  const key = await requireKey(env, 'photo')
  const day = Math.floor(now / dayMs)
  return (photoKey) => photoAddress(`${grant}${photoKey}${seal(key, { grant, photoKey, viewerId, day })}`, 720)
}

/** The grant of a URL for this viewer today: one made today or yesterday. Null for another viewer's or an older one. */
export async function openToken(
  env: Secrets,
  token: string,
  viewerId: string,
  now: number,
): Promise<{ grant: Grant; photoKey: string } | null> {
  const [, code, photoKey = '', mac = ''] = tokenPattern.exec(token) ?? []
  if (code === undefined) return null
  const grant: Grant = code === 'r' ? 'r' : 'm'
  const today = Math.floor(now / dayMs)
  for (const key of await deriveKeys(env, 'photo')) {
    for (const day of [today, today - 1]) {
      if (isSameSecret(mac, seal(key, { grant, photoKey, viewerId, day }))) return { grant, photoKey }
    }
  }
  return null
}

/** URLs of portraits for one viewer: photos are bound to the viewer; drawings are not, and reveal no seed. */
export async function portraitsFor(env: Secrets, viewerId: string, now: number): Promise<PortraitOf> {
  const [addressOf, drawingOf] = await Promise.all([addressesFor(env, viewerId, now), drawingAddresses(env)])
  return (portrait, context) =>
    portrait?.startsWith(photoPortrait) ? addressOf(portrait.slice(photoPortrait.length)) : drawingOf(portrait, context)
}

/** `portraitOf`, which also notes the keys of the photos. */
export function notingPhotos(portraitOf: PortraitOf, keys: Set<string>): PortraitOf {
  return (portrait, context) => {
    if (portrait?.startsWith(photoPortrait)) keys.add(portrait.slice(photoPortrait.length))
    return portraitOf(portrait, context)
  }
}
