import {
  type AccountStepProps,
  type LeavingProps,
  signInSteps,
  type SignInProps,
  type OfferedProviders,
} from '#features/auth/contract.ts'
import { findAccountStepStatements, toAccountStep } from '#features/auth/recovery/server/public.ts'
import type { ConsentStepProps } from '#features/legal/contract.ts'
import { operatorOf, owedConsents, readConsentTexts } from '#features/legal/server/public.ts'
import { offeredProviders } from '#features/auth/providers/server/public.ts'
import { parseLocalPath } from '#shared/routing/href.ts'
import { isLeaving, leavingStatements, readLeaving } from './load-leaving.ts'
import { defineLoad } from '#server/pages/load.ts'

export default defineLoad({
  statements: (context) =>
    isLeaving(context.url) ? leavingStatements(context) : findAccountStepStatements(context.db, context.url),
  async props(context, rows): Promise<SignInProps & OfferedProviders & AccountStepProps & ConsentStepProps & LeavingProps> {
    const { url, env, now, agreed, viewer, translator } = context
    const leaving = rows.length === 7 ? await readLeaving(context, rows) : null
    // Guests who want to leave sign in first.
    const next = parseLocalPath(isLeaving(url) && !viewer ? url.pathname + url.search : url.searchParams.get('next'))
    const account = rows.length === 7 ? null : toAccountStep(url, rows, now)
    // A member who owes a consent may only open this step, and the link that undoes a change of address.
    const operator = operatorOf(env)
    const owed = agreed ? owedConsents(agreed) : []
    const isAsked = owed.length > 0 && account === null && leaving === null
    return {
      account,
      leaving,
      consent: isAsked
        ? { ...(await readConsentTexts(owed, translator.locale.code, operator)), next, contactEmail: operator.contactEmail }
        : null,
      providers: offeredProviders(env),
      next,
      step: signInSteps.find((step) => step === url.searchParams.get('step')) ?? null,
    }
  },
  title: ({ translator }, { account, consent, leaving }) =>
    leaving?.title ?? translator.t(consent ? 'auth.consent.title' : account ? `auth.${account.kind}.title` : 'auth.signIn.title'),
})
