import { likeActions } from '#features/likes/contract.ts'
import { markKindRead } from '#features/member-hub/server/public.ts'
import { on, type ActionResult } from '#server/actions/action.ts'
import { handle } from '#server/actions/handle.ts'
import { requireMember } from '#server/auth/require-member.ts'
import type { AppContext } from '#server/context.ts'
import { likeMember } from './like-member.ts'
import { passOn, undoPass } from './pass-on.ts'
import { likeInput, personInput, seenInput } from './schemas.ts'
import { takeLikeBack } from './take-like-back.ts'

/** Actions of `/likes` and of every card with a heart. */
export const likesRoutes = handle(likeActions, {
  like: on(likeInput, likeMember),
  withdraw: on(personInput, takeLikeBack),
  pass: on(personInput, passOn),
  undo: on(personInput, undoPass),
  seen: on(seenInput, seen),
})

/** Marks everything up to the page's time as seen. */
async function seen(c: AppContext, { until }: { until: number }): Promise<ActionResult<{ seen: true }>> {
  const { id } = await requireMember(c)
  await markKindRead(c.env, id, 'like', Math.min(until, c.get('now')))
  return { data: { seen: true } }
}
