import { defineLoad } from '#server/pages/load.ts'

export default defineLoad({
  props: () => null,
  title: ({ translator }) => translator.t('blog.title'),
  head: ({ translator }) => ({ description: translator.t('blog.description') }),
})
