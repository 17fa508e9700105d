import { notFound } from '#shared/errors.ts'
import { href } from '#shared/href.ts'
import { routes } from '#shared/routes.ts'
import { disconnectSessions, endSession, revokeMemberSessionsStatement } from '#features/session/server/public.ts'
import type { ActionResult } from '#worker/http/action.ts'
import type { AppContext } from '#worker/http/context.ts'
import { translatorOf } from '#worker/http/error-text.ts'
import { requireOwner } from './confirm.ts'
import { revokeDevice } from './queries.ts'

/** Signs one device out; another member's reads like one that does not exist. One's own present one goes home. */
export async function endDevice(c: AppContext, { id }: { id: string }): Promise<ActionResult> {
  const owner = await requireOwner(c)
  if (id === owner.sid) {
    await endSession(c)
    return { to: href(routes.home, {}, { locale: c.get('locale').code }) }
  }
  if (!(await revokeDevice(c.get('db'), owner.id, id, c.get('now')))) throw notFound()
  await disconnectSessions(c.env, owner.id, [{ id }])
  const { t } = await translatorOf(c, ['settings'])
  return { data: { ended: [id] }, notice: t('settings.devices.ended') }
}

export async function endOtherDevices(c: AppContext): Promise<ActionResult> {
  const owner = await requireOwner(c)
  const ended = await revokeMemberSessionsStatement(c.get('db'), owner.id, owner.sid, c.get('now'))
  await disconnectSessions(c.env, owner.id, ended)
  const { t } = await translatorOf(c, ['settings'])
  return { data: { ended: ended.map(({ id }) => id) }, notice: t('settings.devices.othersEnded') }
}
