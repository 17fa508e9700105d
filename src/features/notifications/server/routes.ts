import { Hono } from 'hono'
import { changePreferences, markNoticesRead } from './client.ts'
import { requireMember } from '#server/auth/require-member.ts'
import { AppError, invalidFields } from '#shared/errors.ts'
import { action } from '#server/actions/action.ts'
import type { AppEnv } from '#server/context.ts'
import { translatorOf } from '#server/actions/error-text.ts'
import { notificationForms } from '../contract.ts'
import { parseCursor, readNotifications } from './list.ts'
import { toChannels } from '../rules.ts'
import { kindsInput, quietInput, readInput } from './schemas.ts'
import { askUnsubscribe, unsubscribe } from './unsubscribe.ts'

export const notificationRoutes = new Hono<AppEnv>()
  /** GET /api/notifications?before= → NotificationsPage, in the language of the page that asks. */
  .get('/', async (c) => {
    const { id: memberId } = await requireMember(c)
    const text = c.req.query('before')
    const before = text === undefined ? null : parseCursor(text)
    if (text !== undefined && !before) throw invalidFields({ before: 'invalid' })
    const page = await readNotifications(c.env, { memberId, locale: c.get('locale').code, before, now: c.get('now') })
    if (!page) throw new AppError('The hub does not answer', { status: 503, code: 'unavailable' })
    return c.json(page)
  })
  .get('/unsubscribe', askUnsubscribe)
  .post('/unsubscribe', unsubscribe)
  .post(
    '/read',
    action(notificationForms.read, readInput, async (c, { id }) => {
      const member = await requireMember(c)
      return { data: await markNoticesRead(c.env, member.id, id ?? null) }
    }),
  )
  .post(
    '/settings',
    action(notificationForms.kinds, kindsInput, async (c, ticked) => {
      const { id } = await requireMember(c)
      const { notifications } = await changePreferences(c.env, id, { notifications: toChannels(ticked) })
      const { t } = await translatorOf(c, ['settings'])
      return { data: { notifications }, notice: t('settings.notifications.kinds.saved') }
    }),
  )
  .post(
    '/settings/quiet-hours',
    action(notificationForms.quiet, quietInput, async (c, { quiet, start, end }) => {
      const { id } = await requireMember(c)
      const { quietHours } = await changePreferences(c.env, id, { quietHours: quiet === '1' ? { start, end } : null })
      const { t } = await translatorOf(c, ['settings'])
      return { data: { quietHours }, notice: t('settings.notifications.quiet.saved') }
    }),
  )
