import * as v from 'valibot'
import { on } from '#server/actions/action.ts'
import { handle } from '#server/actions/handle.ts'
import { requireMember } from '#server/auth/require-member.ts'
import type { AppContext } from '#server/context.ts'
import { memberHub } from '#server/objects/stubs.ts'
import { AppError, invalidFields, notFound } from '#shared/errors.ts'
import { pushActions, type PushRequest } from '../contract.ts'
import { requirePublicKey } from './encrypt.ts'
import { removeSubscription, saveSubscription } from './queries.ts'
import { deviceInput } from './schemas.ts'
import { isPushOn, pushTestOrigin } from './settings.ts'
import { requireWithinLimit } from '#server/limits/attempts.ts'

export const pushRoutes = handle(pushActions, {
  subscribe: on((c: AppContext) => deviceInput(pushTestOrigin(c.env)), subscribe),
  unsubscribe: on(v.object({}), async (c) => {
    const { sid } = await requireMember(c)
    await removeSubscription(c.get('db'), sid)
    return {}
  }),
})

/** The hub is informed last: while it does not answer, the browser gets an error and asks again. */
async function subscribe(c: AppContext, { member, ...device }: PushRequest) {
  const { id: memberId, sid } = await requireMember(c)
  if (member !== memberId) throw new AppError('Another member has asked for it', { status: 409, code: 'conflict' })
  if (!isPushOn(c.env)) throw notFound()
  await requireWithinLimit(c, 'push', `push:${memberId}`, memberId)
  await requirePublicKey(device.p256dh).catch(() => {
    throw invalidFields({ p256dh: 'invalid' })
  })
  await saveSubscription(c.get('db'), { sid, memberId }, device, c.get('now'))
  await memberHub(c.env, memberId).pushStarted()
  return {}
}
