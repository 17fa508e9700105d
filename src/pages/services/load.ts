import { defineLoad } from '#server/pages/load.ts'

export default defineLoad({
  props: () => null,
  title: ({ translator }) => translator.t('services.title'),
  head: ({ translator }) => ({ description: translator.t('services.description') }),
})
