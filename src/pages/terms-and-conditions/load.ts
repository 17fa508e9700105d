import type { OperatorProps } from '#features/legal/contract.ts'
import { describeLegalText, operatorOf, readLegalText } from '#features/legal/server/public.ts'
import { defineLoad } from '#server/pages/load.ts'

export default defineLoad({
  props: ({ env }): OperatorProps => ({ operator: operatorOf(env) }),
  title: ({ translator }) => translator.t('legal.terms.title'),
  head: ({ translator }, { operator }) => ({ description: describeLegalText(readLegalText(translator, 'terms', operator)) }),
})
