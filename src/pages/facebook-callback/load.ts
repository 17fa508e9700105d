import { defineLoad } from '#server/pages/load.ts'

/** Reached only by prefetches: a real visit is redirected before it gets here. */
export default defineLoad({
  props: () => ({}),
  title: ({ translator }) => translator.t('auth.provider.callbackTitle'),
})
