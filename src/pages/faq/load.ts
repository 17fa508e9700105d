import { operatorOf } from '#features/legal/server/public.ts'
import type { FaqProps } from '#features/site/contract.ts'
import { faqFacts } from '#features/site/rules.ts'
import { defineLoad } from '#server/pages/load.ts'

export default defineLoad({
  props: ({ env }): FaqProps => ({ contactEmail: operatorOf(env).contactEmail }),
  title: ({ translator }) => translator.t('faq.title'),
  head: ({ translator }, { contactEmail }) => ({
    description: translator.t('faq.description'),
    jsonLd: [faqFacts(translator, contactEmail)],
  }),
})
