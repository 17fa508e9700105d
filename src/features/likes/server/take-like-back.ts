import type { WithdrawAnswer } from '#features/likes/contract.ts'
import { forgetLike } from '#features/member-hub/server/public.ts'
import type { ActionResult } from '#server/actions/action.ts'
import { translatorOf } from '#server/actions/error-text.ts'
import type { AppContext } from '#server/context.ts'
import { AppError, notFound } from '#shared/errors.ts'
import { withdrawLike } from './queries.ts'
import { remainingAfter } from '../rules.ts'
import { requireActorWithDay } from './require-actor.ts'

export async function takeLikeBack(c: AppContext, { id: toId }: { id: string }): Promise<ActionResult<WithdrawAnswer>> {
  const { actor, day } = await requireActorWithDay(c)
  const state = await withdrawLike(c.get('db'), { ...day, fromId: actor.id, toId, now: c.get('now') })
  if (!state.reachable || state.liked === null) throw notFound()
  if (state.liked) throw new AppError('A match cannot be taken back as a like', { status: 409, code: 'conflict' })
  // Awaited, so that a like given again immediately is announced after this one was removed.
  await forgetLike(c.env, toId, actor.id)
  const remain = remainingAfter(state)
  const { t } = await translatorOf(c, ['likes'])
  return {
    data: { liked: false, passed: state.passed, ...(remain === undefined ? {} : { like_remain: remain }) },
    notice: t('likes.done.withdrawn'),
  }
}
