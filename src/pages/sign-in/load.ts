import type { AccountStepProps } from '#features/account/contract.ts'
import { findAccountStepStatements, toAccountStep } from '#features/account/server/public.ts'
import { signInSteps, type SignInProps } from '#features/session/contract.ts'
import type { OfferedProviders } from '#features/providers/contract.ts'
import { offeredProviders } from '#features/providers/server/public.ts'
import { parseLocalPath } from '#shared/href.ts'
import { defineLoad } from '#worker/http/load.ts'

export default defineLoad({
  statements: ({ db, url }) => findAccountStepStatements(db, url),
  props: ({ url, env, now }, rows): SignInProps & OfferedProviders & AccountStepProps => ({
    account: toAccountStep(url, rows, now),
    providers: offeredProviders(env),
    next: parseLocalPath(url.searchParams.get('next')),
    step: signInSteps.find((step) => step === url.searchParams.get('step')) ?? null,
  }),
  title: ({ translator }, { account }) => translator.t(account ? `auth.${account.kind}.title` : 'auth.signIn.title'),
})
