import type { AvatarLook } from '#shared/avatar.ts'

/** What is seen in some drawings. Loaded at the first call, as the route does: most requests need none of the parts. */
export async function looksOf(avatars: readonly string[]): Promise<Record<string, AvatarLook>> {
  const drawing = await import('./draw.ts')
  return drawing.looksOf(avatars)
}
