import { setVisibility } from '#features/member-hub/server/public.ts'
import { changePreferences } from '#features/notifications/server/public.ts'
import { requireMember } from '#server/auth/require-member.ts'
import { settingsActions, appearanceInput } from '#features/settings/contract.ts'
import { on } from '#server/actions/action.ts'
import { handle } from '#server/actions/handle.ts'
import { translatorOf } from '#server/actions/error-text.ts'
import { saveAppearance, savePrivacy, saveTimeZone } from './queries.ts'
import { chatInput, privacyInput, timeZoneInput } from './schemas.ts'

/** Actions by which members change their own settings. */
export const settingsRoutes = handle(settingsActions, {
  appearance: on(appearanceInput, async (c, { appearance }) => {
    const { id } = await requireMember(c)
    await saveAppearance(c.get('db'), id, appearance, c.get('now'))
    const { t } = await translatorOf(c, ['settings'])
    return { data: { appearance: { id: appearance } }, notice: t('settings.appearance.saved') }
  }),
  privacy: on(privacyInput, async (c, privacy) => {
    const { id } = await requireMember(c)
    await savePrivacy(c.get('db'), id, privacy, c.get('now'))
    // A hub that does not answer reads the setting when the next connection opens.
    await setVisibility(c.env, id, privacy.showsOnline)
    const { t } = await translatorOf(c, ['settings'])
    return { data: { privacy }, notice: t('settings.privacy.saved') }
  }),
  timeZone: on(timeZoneInput, async (c, { timeZone }) => {
    const { id } = await requireMember(c)
    await saveTimeZone(c.get('db'), id, timeZone, c.get('now'))
    const { t } = await translatorOf(c, ['settings'])
    return { data: { timeZone }, notice: t('settings.timeZone.saved') }
  }),
  chat: on(chatInput, async (c, changed) => {
    const { id } = await requireMember(c)
    const { readMarks, typing } = await changePreferences(c.env, id, changed)
    const { t } = await translatorOf(c, ['settings'])
    return { data: { readMarks, typing }, notice: t('settings.chat.saved') }
  }),
})
