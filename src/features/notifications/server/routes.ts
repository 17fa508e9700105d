import type { AppContext } from '#server/context.ts'
import { notificationActions, type NotificationsPage } from '#features/notifications/contract.ts'
import { changePreferences, markNoticesRead } from './client.ts'
import { requireMember } from '#server/auth/require-member.ts'
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
  kinds: on(kindsInput, async (c, ticked) => {
    const { id } = await requireMember(c)
    const { notifications } = await changePreferences(c.env, id, { notifications: toChannels(ticked) })
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
