import type { AvatarLook } from '#shared/avatar.ts'

/** Describes some drawings. The parts load at the first call, as in the route, because most requests need none of them. */
export async function looksOf(avatars: readonly string[]): Promise<Record<string, AvatarLook>> {
  const drawing = await import('./draw.ts')
  return drawing.looksOf(avatars)
}
