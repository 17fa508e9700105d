import { likesPerDay } from '#features/likes/contract.ts'
import type { ServicesProps } from '#features/site/contract.ts'
import { defineLoad } from '#server/pages/load.ts'

export default defineLoad({
  props: (): ServicesProps => ({ likesPerDay }),
  title: ({ translator }) => translator.t('services.title'),
  head: ({ translator }) => ({ description: translator.t('services.description') }),
})
