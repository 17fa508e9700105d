import { legalVersion } from '#features/legal/contract.ts'
import type { SignUpProps } from '#features/registration/contract.ts'
import { birthDateOrder } from '#features/registration/rules.ts'
import { findWaitingClaims, offeredProviders } from '#features/providers/server/public.ts'
import type { OfferedProviders } from '#features/providers/contract.ts'
import { defineLoad } from '#worker/http/load.ts'

export default defineLoad({
  async props(context): Promise<SignUpProps & OfferedProviders> {
    const claims = await findWaitingClaims(context)
    return {
      order: birthDateOrder(context.translator.locale.code),
      versions: { terms: legalVersion('terms'), sensitiveData: legalVersion('consent') },
      vouched: claims && { provider: claims.provider, email: claims.email, firstName: claims.firstName },
      providers: claims ? [] : offeredProviders(context.env),
    }
  },
  title: ({ translator }) => translator.t('auth.signUp.title'),
})
