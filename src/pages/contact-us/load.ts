import { defineLoad } from '#server/pages/load.ts'

export default defineLoad({
  props: () => null,
  title: ({ translator }) => translator.t('contact.title'),
  head: ({ translator }) => ({ description: translator.t('contact.description') }),
})
