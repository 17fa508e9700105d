import { parseAvatar, type AvatarLook } from '#shared/avatar.ts'

/**
 * Describes drawings by their stored names; omits names that cannot be drawn. The parts load at the first call, as in the route,
 * because most requests need none of them.
 */
export async function looksOf(avatars: readonly string[]): Promise<Record<string, AvatarLook>> {
  const [ready, built] = await Promise.all([import('./draw.ts'), import('./draw-built.ts')])
  return Object.fromEntries(
    avatars.flatMap((avatar) => {
      const parsed = parseAvatar(avatar)
      const look = parsed && (parsed.style === 'built' ? built.lookOfCode(parsed.seed) : ready.lookOf(parsed.seed))
      return look ? [[avatar, look]] : []
    }),
  )
}
