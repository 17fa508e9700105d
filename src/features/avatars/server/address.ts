import { facelessAddress, facelessAvatar, parseAvatar } from '#shared/avatar.ts'
import { deriveKeys, requireKey, type Secrets } from '#server/crypto/keys.ts'
import { keyedHash } from '#server/crypto/secrets.ts'
import { openName, sealName } from '#server/crypto/sealed-name.ts'

/** Where members see drawings; a public profile has a context of its own. */
const membersContext = 'members'

/**
 * Addresses of drawings as others see them. A stored seed has the family of its hair and, in older accounts, the beginning of the
 * member's id; its address shows neither. `context`: addresses of two contexts have nothing in common. Within one a drawing keeps
 * its address, so that browsers can cache it. Null for what cannot be drawn.
 */
export async function drawingAddresses(env: Secrets): Promise<(avatar: string | null, context?: string) => string | null> {
  const key = await requireKey(env, 'portrait')
  return (avatar, context = membersContext) => {
    if (avatar === facelessAvatar) return facelessAddress
    return avatar !== null && parseAvatar(avatar) ? `/avatars/${sealName(key, context, avatar)}.svg` : null
  }
}

/** The seed behind such an address, without its ending; null for one that this deployment never made. */
export async function openDrawing(env: Secrets, name: string): Promise<string | null> {
  const avatar = openName(await deriveKeys(env, 'portrait'), name)
  return avatar === null ? null : (parseAvatar(avatar)?.seed ?? null)
}

/** Random to everybody without the key, and the same for the same member, page and place: a choice can be posted back. */
export async function portraitSeeds(env: Secrets, memberId: string): Promise<(page: number, index: number) => string> {
  const key = await requireKey(env, 'portrait')
  return (page, index) => keyedHash(key, `offer:${memberId}:${page}:${index}`).slice(0, 16)
}
