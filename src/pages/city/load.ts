import { defineLoad } from '#server/pages/load.ts'

export default defineLoad({
  props: () => null,
  title: ({ translator }) => translator.t('city.title'),
  head: ({ translator }) => ({ description: translator.t('city.description') }),
})
