import { defineLoad } from '#server/pages/load.ts'

export default defineLoad({
  props: () => null,
  title: ({ translator }) => translator.t('about.title'),
  head: ({ translator }) => ({ description: translator.t('about.description') }),
})
