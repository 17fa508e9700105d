import { defineLoad } from '#worker/http/load.ts'

export default defineLoad({
  props: () => ({}),
  title: ({ translator }) => translator.t('settings.title'),
})
