import { type AccountStepProps, signInSteps, type SignInProps, type OfferedProviders } from '#features/auth/contract.ts'
import { findAccountStepStatements, toAccountStep } from '#features/auth/recovery/server/public.ts'
import type { ConsentStepProps } from '#features/legal/contract.ts'
import { operatorOf, owedConsents, readConsentTexts } from '#features/legal/server/public.ts'
import { offeredProviders } from '#features/auth/providers/server/public.ts'
import { parseLocalPath } from '#shared/routing/href.ts'
import { defineLoad } from '#server/pages/load.ts'

export default defineLoad({
  statements: ({ db, url }) => findAccountStepStatements(db, url),
  async props(
    { url, env, now, agreed, translator },
    rows,
  ): Promise<SignInProps & OfferedProviders & AccountStepProps & ConsentStepProps> {
    const next = parseLocalPath(url.searchParams.get('next'))
    const account = toAccountStep(url, rows, now)
    // A member who owes a consent may only open this step, and the link that undoes a change of address.
    const operator = operatorOf(env)
    const owed = agreed ? owedConsents(agreed) : []
    const isAsked = owed.length > 0 && account === null
    return {
      account,
      consent: isAsked
        ? { ...(await readConsentTexts(owed, translator.locale.code, operator)), next, contactEmail: operator.contactEmail }
        : null,
      providers: offeredProviders(env),
      next,
      step: signInSteps.find((step) => step === url.searchParams.get('step')) ?? null,
    }
  },
  title: ({ translator }, { account, consent }) =>
    translator.t(consent ? 'auth.consent.title' : account ? `auth.${account.kind}.title` : 'auth.signIn.title'),
})
