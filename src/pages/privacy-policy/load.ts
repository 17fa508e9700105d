import { defineLoad } from '#worker/http/load.ts'

export default defineLoad({
  props: () => null,
  title: ({ translator }) => translator.t('legal.privacy.title'),
})
