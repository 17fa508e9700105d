import { forgetLike } from '#features/member-hub/server/public.ts'
import type { ActionResult } from '#server/actions/action.ts'
import { translatorOf } from '#server/actions/error-text.ts'
import { batchAsMember } from '#server/auth/batch-as-member.ts'
import type { AppContext } from '#server/context.ts'
import { AppError, notFound, usedUp } from '#shared/errors.ts'
import { passStatements, undoLastPass } from './queries.ts'
import { requireActor, requireActorWithDay } from './require-actor.ts'

export async function passOn(c: AppContext, { id: toId }: { id: string }): Promise<ActionResult<{ passed: true }>> {
  const [db, now] = [c.get('db'), c.get('now')]
  const [, [state]] = await batchAsMember(c, ['complete'], (isActing, fromId) =>
    passStatements(db, { fromId, toId, now, isActing }),
  )
  const actor = await requireActor(c)
  if (!state?.reachable) throw notFound()
  if (state.liked) throw new AppError('Someone liked cannot be passed on', { status: 409, code: 'conflict' })
  // Removes notifications about a person who is now hidden.
  await forgetLike(c.env, actor.id, toId)
  const { t } = await translatorOf(c, ['likes'])
  return { data: { passed: true }, notice: t('likes.done.passed', { name: state.firstName ?? '' }), values: { id: toId } }
}

/** Undoes the last pass, once a day. */
export async function undoPass(c: AppContext, { id: toId }: { id: string }): Promise<ActionResult<{ undone: string }>> {
  const { actor, day, reset } = await requireActorWithDay(c)
  const now = c.get('now')
  const { pass, isUsed, undone } = await undoLastPass(c.get('db'), {
    ...day,
    fromId: actor.id,
    toId,
    now,
  })
  if (!pass) throw notFound()
  if (!undone && isUsed) throw usedUp('Undo is used up', 'undo-used', reset)
  if (!undone) throw new AppError('Somebody else was passed on since', { status: 409, code: 'conflict' })
  const { t } = await translatorOf(c, ['likes'])
  return { data: { undone: toId }, notice: t('likes.done.undone', { name: pass.firstName }) }
}
