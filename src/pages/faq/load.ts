import { faqFacts } from '#features/site/rules.ts'
import { defineLoad } from '#server/pages/load.ts'

export default defineLoad({
  props: () => null,
  title: ({ translator }) => translator.t('faq.title'),
  head: ({ translator }) => ({
    description: translator.t('faq.description'),
    jsonLd: [faqFacts(translator)],
  }),
})
