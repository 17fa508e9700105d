import { signInSteps, type SignInProps } from '#features/session/contract.ts'
import { parseLocalPath } from '#shared/href.ts'
import { defineLoad } from '#worker/http/load.ts'

export default defineLoad({
  props: ({ url }): SignInProps => ({
    next: parseLocalPath(url.searchParams.get('next')),
    step: signInSteps.find((step) => step === url.searchParams.get('step')) ?? null,
  }),
  title: ({ translator }) => translator.t('auth.signIn.title'),
})
