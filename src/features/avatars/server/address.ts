import { facelessAddress, facelessAvatar, parseAvatar, type ParsedAvatar } from '#shared/avatar.ts'
import { deriveKeys, requireKey, type Secrets } from '#server/crypto/keys.ts'
import { keyedHash } from '#server/crypto/secrets.ts'
import { openName, sealName } from '#server/crypto/sealed-name.ts'

/** The context of drawings shown to members; a public profile has its own. */
const membersContext = 'members'

/** Of each key; a drawing shown in one context has one name. */
const maxNames = 2000

/** A name takes three HMACs, and a page of people shows many drawings again and again. */
export function keepNames(seal: typeof sealName) {
  const names = new WeakMap<Uint8Array, Map<string, string>>()
  return (key: Uint8Array, context: string, avatar: string): string => {
    let known = names.get(key)
    if (!known) names.set(key, (known = new Map()))
    const drawing = `${context}\0${avatar}`
    let name = known.get(drawing)
    if (name === undefined) {
      if (known.size === maxNames) known.clear()
      known.set(drawing, (name = seal(key, context, avatar)))
    }
    return name
  }
}

const nameOf = keepNames(sealName)

/**
 * URLs of drawings as others see them. A stored seed contains the family of its hair and, in older accounts, the beginning of the
 * member's id; its URL reveals neither. `context`: URLs of two contexts have nothing in common. Within one, a drawing keeps its
 * URL, so that browsers can cache it. Null for what cannot be drawn.
 */
export async function drawingAddresses(env: Secrets): Promise<(avatar: string | null, context?: string) => string | null> {
  const key = await requireKey(env, 'portrait')
  return (avatar, context = membersContext) => {
    if (avatar === facelessAvatar) return facelessAddress
    return avatar !== null && parseAvatar(avatar) ? `/avatars/${nameOf(key, context, avatar)}.svg` : null
  }
}

/** The drawing behind such a URL, without its extension; null for one that this deployment never created. */
export async function openDrawing(env: Secrets, name: string): Promise<ParsedAvatar | null> {
  const avatar = openName(await deriveKeys(env, 'portrait'), name)
  return avatar === null ? null : parseAvatar(avatar)
}

/** Random to anyone without the key, and the same for the same member, page and slot, so that a choice can be posted back. */
export async function portraitSeeds(env: Secrets, memberId: string): Promise<(page: number, index: number) => string> {
  const key = await requireKey(env, 'portrait')
  return (page, index) => keyedHash(key, `offer:${memberId}:${page}:${index}`).slice(0, 16)
}
