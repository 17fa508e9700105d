import { genders } from '#features/profile/contract.ts'
import type { SignUpProps, OfferedProviders } from '#features/auth/contract.ts'
import { findWaitingClaims, offeredProviders } from '#features/auth/providers/server/public.ts'
import { consentLinks } from '#features/auth/sign-up/server/public.ts'
import { birthDateMask, birthDateOrder } from '#shared/birth-date.ts'
import { defineLoad } from '#server/pages/load.ts'

export default defineLoad({
  async props(context): Promise<SignUpProps & OfferedProviders> {
    const claims = await findWaitingClaims(context)
    const { code: locale } = context.translator.locale
    return {
      genders,
      order: birthDateOrder(locale),
      mask: birthDateMask(locale),
      consents: consentLinks(locale),
      vouched: claims && { provider: claims.provider, email: claims.email, firstName: claims.firstName },
      providers: claims ? [] : offeredProviders(context.env),
    }
  },
  title: ({ translator }) => translator.t('auth.signUp.title'),
})
