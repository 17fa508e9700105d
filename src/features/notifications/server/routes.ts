import type { AppContext } from '#server/context.ts'
import { defaultPreferences, notificationActions, type NotificationsPage } from '#features/notifications/contract.ts'
import { changePreferences, markNoticesRead, readPreferences } from './client.ts'
import { requireMember } from '#server/auth/require-member.ts'
import { notificationKinds, type NotificationKind } from '#shared/realtime/wire.ts'
import { AppError, invalidFields } from '#shared/errors.ts'
import { answer, on, respond } from '#server/actions/action.ts'
import { handle } from '#server/actions/handle.ts'
import { translatorOf } from '#server/actions/error-text.ts'
import { parseCursor, readNotifications } from './list.ts'
import { toChannels } from '../rules.ts'
import { kindsInput, quietInput, readInput } from './schemas.ts'
import { askUnsubscribe, unsubscribe } from './unsubscribe.ts'

export const notificationRoutes = handle(notificationActions, {
  list: answer(listNotifications),
  askUnsubscribe: respond(askUnsubscribe),
  unsubscribe: respond(unsubscribe),
  read: on(readInput, async (c, { id }) => {
    const member = await requireMember(c)
    return { data: await markNoticesRead(c.env, member.id, id ?? null) }
  }),
  kinds: on(kindsInput, async (c, { hasPush, ...ticked }) => {
    const { id } = await requireMember(c)
    const push = hasPush ? ticked.push : await listPushKinds(c, id)
    const { notifications } = await changePreferences(c.env, id, { notifications: toChannels({ ...ticked, push }) })
    const { t } = await translatorOf(c, ['settings'])
    return { data: { notifications }, notice: t('settings.notifications.kinds.saved') }
  }),
  quiet: on(quietInput, async (c, { quiet, start, end }) => {
    const { id } = await requireMember(c)
    const { quietHours } = await changePreferences(c.env, id, { quietHours: quiet === '1' ? { start, end } : null })
    const { t } = await translatorOf(c, ['settings'])
    return { data: { quietHours }, notice: t('settings.notifications.quiet.saved') }
  }),
})

/** The kinds that are pushed now, for a form without those fields. */
async function listPushKinds(c: AppContext, memberId: string): Promise<NotificationKind[]> {
  const { notifications } = (await readPreferences(c.env, memberId)) ?? defaultPreferences
  return notificationKinds.filter((kind) => notifications[kind].push)
}

async function listNotifications(c: AppContext): Promise<NotificationsPage> {
  const { id: memberId, timeZone } = await requireMember(c)
  const text = c.req.query('before')
  const before = text === undefined ? null : parseCursor(text)
  if (text !== undefined && !before) throw invalidFields({ before: 'invalid' })
  const asked = { memberId, locale: c.get('locale').code, timeZone, before, now: c.get('now') }
  const page = await readNotifications(c.env, asked)
  if (!page) throw new AppError('The hub does not answer', { status: 503, code: 'unavailable' })
  return page
}
