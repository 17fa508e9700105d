import { legalVersion } from '#features/legal/contract.ts'
import type { SignUpProps } from '#features/registration/contract.ts'
import { birthDateOrder } from '#features/registration/rules.ts'
import { defineLoad } from '#worker/http/load.ts'

export default defineLoad({
  props: ({ translator }): SignUpProps => ({
    order: birthDateOrder(translator.locale.code),
    versions: { terms: legalVersion('terms'), sensitiveData: legalVersion('consent') },
  }),
  title: ({ translator }) => translator.t('auth.signUp.title'),
})
