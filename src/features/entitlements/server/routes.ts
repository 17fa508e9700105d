import { eq } from 'drizzle-orm'
import { profiles } from '#db/schema.ts'
import { requireMember } from '#server/auth/require-member.ts'
import { answer, on, type ActionResult } from '#server/actions/action.ts'
import { translatorOf } from '#server/actions/error-text.ts'
import { handle } from '#server/actions/handle.ts'
import type { AppContext } from '#server/context.ts'
import { newId } from '#server/crypto/secrets.ts'
import { AppError, notFound } from '#shared/errors.ts'
import { boostActions, type ActivatedBoost, type BoostsAnswer } from '../contract.ts'
import { hasBegun } from '../rules.ts'
import { activateBoost } from './activate-boost.ts'
import { ownedStatements, toOwned } from './owned.ts'
import { activateInput, markInput } from './schemas.ts'

/** Activating boosts, from the store and from people nearby. */
export const boostRoutes = handle(boostActions, {
  activate: on(activateInput, activate),
  list: answer(listBoosts),
  mark: on(markInput, async (c, { shows }) => {
    const { id } = await requireMember(c)
    await c
      .get('db')
      .update(profiles)
      .set({ showsPremium: shows !== undefined })
      .where(eq(profiles.memberId, id))
    return {}
  }),
})

/** Requires a complete profile that is not paused, because no other member would see another one. */
async function requireShown(c: AppContext) {
  const member = await requireMember(c)
  if (member.state !== 'complete') throw notFound()
  return member
}

async function activate(c: AppContext, { key }: { key: string }): Promise<ActionResult<ActivatedBoost>> {
  const { id, timeZone } = await requireShown(c)
  const now = c.get('now')
  const boost = await activateBoost(c.get('db'), id, now, key)
  if (!boost) throw new AppError('No boost is left', { status: 409, code: 'no-boosts' })
  const { t, format } = await translatorOf(c, ['boosts'], timeZone)
  const isLater = !hasBegun(boost, now)
  const time = format.time(isLater ? boost.startsAt : boost.endsAt)
  return { data: boost, notice: t(isLater ? 'boosts.activate.doneLater' : 'boosts.activate.done', { time }) }
}

async function listBoosts(c: AppContext): Promise<BoostsAnswer> {
  const { id } = await requireShown(c)
  const [db, now] = [c.get('db'), c.get('now')]
  const { boosts: left, running } = toOwned(await db.batch(ownedStatements(db, id, now)), now)
  return { left, until: running?.endsAt ?? null, key: newId() }
}
