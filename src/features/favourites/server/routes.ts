import { favouriteActions } from '#features/favourites/contract.ts'
import { requireMember } from '#server/auth/require-member.ts'
import { AppError, notFound } from '#shared/errors.ts'
import { on, type ActionResult } from '#server/actions/action.ts'
import { handle } from '#server/actions/handle.ts'
import type { AppContext } from '#server/context.ts'
import { translatorOf } from '#server/actions/error-text.ts'
import { addFavourite, removeFavourite, saveNote } from './queries.ts'
import { keepInput, noteInput, removeInput } from './schemas.ts'

/** Actions of `/favorits` and of every star. Only the owner ever sees their results. */
export const favouriteRoutes = handle(favouriteActions, {
  keep: on(keepInput, keep),
  remove: on(removeInput, remove),
  note: on(noteInput, note),
})

async function keep(
  c: AppContext,
  { id: memberId, note: text }: { id: string; note: string },
): Promise<ActionResult<{ favourite: boolean }>> {
  const ownerId = await requireOwner(c)
  const state = await addFavourite(c.get('db'), { ownerId, memberId, note: text, now: c.get('now') })
  if (!state.reachable) throw notFound()
  if (!state.kept) throw new AppError('No room for another favourite', { status: 409, code: 'favourites-full' })
  const { t } = await translatorOf(c, ['favourites'])
  return { data: { favourite: true }, notice: t('favourites.done.kept', { name: state.firstName ?? '' }) }
}

/** Also works for hidden people, because the row belongs to its owner. */
async function remove(c: AppContext, { id: memberId }: { id: string }): Promise<ActionResult<{ favourite: boolean }>> {
  const ownerId = await requireOwner(c)
  await removeFavourite(c.get('db'), { ownerId, memberId })
  const { t } = await translatorOf(c, ['favourites'])
  return { data: { favourite: false }, notice: t('favourites.done.removed') }
}

async function note(
  c: AppContext,
  { id: memberId, note: text }: { id: string; note: string },
): Promise<ActionResult<{ note: string }>> {
  const ownerId = await requireOwner(c)
  const isSaved = await saveNote(c.get('db'), { ownerId, memberId, note: text })
  if (!isSaved) throw notFound()
  const { t } = await translatorOf(c, ['favourites'])
  return { data: { note: text }, notice: t('favourites.done.noted') }
}

/** Members with an unfinished questionnaire or a restriction cannot add favourites. */
async function requireOwner(c: AppContext): Promise<string> {
  const { id, state } = await requireMember(c)
  if (state !== 'complete' && state !== 'paused') throw notFound()
  return id
}
