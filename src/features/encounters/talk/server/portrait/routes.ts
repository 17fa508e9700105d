import { requireMember } from '#server/auth/require-member.ts'
import { respond } from '#server/actions/action.ts'
import { handle } from '#server/actions/handle.ts'
import type { AppContext } from '#server/context.ts'
import { encounterObject } from '#server/objects/stubs.ts'
import { notFound } from '#shared/errors.ts'
import { isEncounterId } from '#shared/realtime/encounter-id.ts'
import { encounterActions } from '#features/encounters/contract.ts'
import { aliasPicture } from './alias-picture.ts'

export const encounterRoutes = handle(encounterActions, { portrait: respond(showPortrait) })

/**
 * The drawing of the partner's alias, which reveals nothing about who they are; 404 for anyone else, and after the talk was
 * deleted.
 */
async function showPortrait(c: AppContext): Promise<Response> {
  const { id: viewerId } = await requireMember(c)
  const id = c.req.query('id') ?? ''
  const view = isEncounterId(id) ? await encounterObject(c.env, id).view(viewerId) : null
  if (!view) throw notFound()
  return c.body(aliasPicture(view.partner.seed), 200, {
    'Content-Type': 'image/svg+xml; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'",
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  })
}
