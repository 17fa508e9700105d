import type { HomeProps } from '#features/home/contract.ts'
import { likesPerDay } from '#features/likes/contract.ts'
import { brand } from '#shared/brand.ts'
import { defineLoad } from '#server/pages/load.ts'

export default defineLoad({
  props: (): HomeProps => ({ likesPerDay }),
  title: ({ translator }) => `${brand.name}: ${translator.t('home.title')}`,
})
