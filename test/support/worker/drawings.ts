import { env } from 'cloudflare:test'
import { drawingAddresses } from '#features/avatars/server/public.ts'

/** The URL under which others see a stored drawing. */
export async function drawingOf(avatar: string, context?: string): Promise<string | null> {
  return (await drawingAddresses(env))(avatar, context)
}
