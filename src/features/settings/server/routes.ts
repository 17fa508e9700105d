import { Hono } from 'hono'
import { changePreferences, setVisibility } from '#features/member-hub/server/public.ts'
import { requireMember } from '#features/auth/session/server/public.ts'
import { appearanceForm, appearanceInput, chatForm, privacyForm, timeZoneForm } from '#features/settings/contract.ts'
import { AppError } from '#shared/errors.ts'
import { action } from '#server/actions/action.ts'
import type { AppEnv } from '#server/context.ts'
import { translatorOf } from '#server/actions/error-text.ts'
import { requireMemberSession } from '#server/auth/require-session.ts'
import { savePrivacy } from './privacy-queries.ts'
import { saveAppearance } from './queries.ts'
import { chatInput, privacyInput, timeZoneInput } from './schemas.ts'
import { saveTimeZone } from './time-zone-queries.ts'

/** What a member sets for themselves. */
export const settingsRoutes = new Hono<AppEnv>()
  .post(
    '/appearance',
    action(appearanceForm, appearanceInput, async (c, { appearance }) => {
      const isSaved = await saveAppearance(c.get('db'), requireMemberSession(c), appearance, c.get('now'))
      if (!isSaved) throw new AppError('The session has ended', { status: 401, code: 'unauthorized' })
      const { t } = await translatorOf(c, ['settings'])
      return { data: { appearance: { id: appearance } }, notice: t('settings.appearance.saved') }
    }),
  )
  .post(
    '/privacy',
    action(privacyForm, privacyInput, async (c, privacy) => {
      const isSaved = await savePrivacy(c.get('db'), requireMemberSession(c), privacy, c.get('now'))
      if (!isSaved) throw new AppError('The session has ended', { status: 401, code: 'unauthorized' })
      // A hub that is away hears of it when the next connection opens.
      await setVisibility(c.env, requireMemberSession(c).sub, privacy.showsOnline)
      const { t } = await translatorOf(c, ['settings'])
      return { data: { privacy }, notice: t('settings.privacy.saved') }
    }),
  )
  .post(
    '/time-zone',
    action(timeZoneForm, timeZoneInput, async (c, { timeZone }) => {
      const { id } = await requireMember(c)
      await saveTimeZone(c.get('db'), id, timeZone, c.get('now'))
      const { t } = await translatorOf(c, ['settings'])
      return { data: { timeZone }, notice: t('settings.timeZone.saved') }
    }),
  )
  .post(
    '/chat',
    action(chatForm, chatInput, async (c, changed) => {
      const { id } = await requireMember(c)
      const { readMarks, typing } = await changePreferences(c.env, id, changed)
      const { t } = await translatorOf(c, ['settings'])
      return { data: { readMarks, typing }, notice: t('settings.chat.saved') }
    }),
  )
