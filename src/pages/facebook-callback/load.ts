import { defineLoad } from '#server/pages/load.ts'

/** Only reached by what a browser fetches ahead: a real visit is answered by a redirect before it comes here. */
export default defineLoad({
  props: () => ({}),
  title: ({ translator }) => translator.t('auth.provider.callbackTitle'),
})
