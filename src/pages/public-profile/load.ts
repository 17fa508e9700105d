import { defineLoad } from '#server/pages/load.ts'

export default defineLoad({
  props: () => null,
  title: ({ translator }) => translator.t('public-profile.title'),
  head: ({ translator }) => ({ description: translator.t('public-profile.description') }),
})
