import { notFound } from '#shared/errors.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { disconnectSessions, endSession, revokeMemberSessionsStatement } from '#features/auth/session/server/public.ts'
import { otherDevices, type EndedDevices } from '#features/auth/contract.ts'
import type { ActionResult } from '#server/actions/action.ts'
import type { AppContext } from '#server/context.ts'
import { translatorOf } from '#server/actions/error-text.ts'
import { requireConfirmed, requireOwner, type SignedInOwner } from './confirm.ts'
import { revokeDevice } from './queries.ts'
import type { EndDevicesInput } from './schemas.ts'

/**
 * Signs out one device, or all others. This one needs no password and goes to the home page. Another needs the password, so that
 * a stolen or forgotten session cannot lock its owner out.
 */
export async function endDevices(c: AppContext, { id, password }: EndDevicesInput): Promise<ActionResult<EndedDevices>> {
  const owner = await requireOwner(c)
  if (id === owner.sid) {
    await endSession(c)
    return { to: href(routes.home, {}, { locale: c.get('locale').code }) }
  }
  await requireConfirmed(c, owner, password)
  const ended = id === otherDevices ? await revokeOthers(c, owner) : await revokeOne(c, owner, id)
  await disconnectSessions(c.env, owner.id, ended)
  const { t } = await translatorOf(c, ['settings'])
  return {
    data: { ended: ended.map((session) => session.id) },
    notice: t(id === otherDevices ? 'settings.devices.othersEnded' : 'settings.devices.ended'),
  }
}

async function revokeOthers(c: AppContext, owner: SignedInOwner) {
  return revokeMemberSessionsStatement(c.get('db'), owner.id, owner.sid, c.get('now'))
}

/** A session of another member gets the same response as one that does not exist. */
async function revokeOne(c: AppContext, owner: SignedInOwner, id: string) {
  if (!(await revokeDevice(c.get('db'), owner.id, id, c.get('now')))) throw notFound()
  return [{ id }]
}
