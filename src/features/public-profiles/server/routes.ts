import { on } from '#server/actions/action.ts'
import { translatorOf } from '#server/actions/error-text.ts'
import { handle } from '#server/actions/handle.ts'
import { requireMember } from '#server/auth/require-member.ts'
import { newId } from '#server/crypto/secrets.ts'
import { publicProfileActions } from '../contract.ts'
import { endConsent, storeConsent } from './queries.ts'
import { consentInput } from './schemas.ts'

/** A member's consent to be shown to people without an account. */
export const publicProfileRoutes = handle(publicProfileActions, {
  save: on(consentInput, async (c, { isPublic, prompts }) => {
    const { id: memberId } = await requireMember(c)
    if (isPublic) await storeConsent(c.get('db'), { memberId, publicId: newId(), prompts, now: c.get('now') })
    else await endConsent(c.get('db'), memberId)
    const { t } = await translatorOf(c, ['settings'])
    return { data: { isPublic }, notice: t(isPublic ? 'settings.publicProfile.on' : 'settings.publicProfile.off') }
  }),
})
