import { defineLoad } from '#server/pages/load.ts'

export default defineLoad({
  props: () => null,
  title: ({ translator }) => translator.t('faq.title'),
  head: ({ translator }) => ({ description: translator.t('faq.description') }),
})
