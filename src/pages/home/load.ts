import type { CityLink } from '#features/cities/contract.ts'
import { cityNamesStatement, toLocalCities } from '#features/cities/server/public.ts'
import type { HomeProps } from '#features/home/contract.ts'
import { likesPerDay } from '#features/likes/contract.ts'
import { brand } from '#shared/brand.ts'
import { defineLoad } from '#server/pages/load.ts'

export default defineLoad({
  statements: ({ db }) => [cityNamesStatement(db)],
  props: ({ translator }, [cities]): HomeProps & { cities: CityLink[] } => ({
    likesPerDay,
    cities: toLocalCities(cities, translator.locale),
  }),
  title: ({ translator }) => `${brand.name}: ${translator.t('home.title')}`,
  head: ({ env, translator }) => ({
    description: translator.t('home.hero.lead'),
    jsonLd: [{ '@type': 'WebSite', name: brand.name, url: env.PUBLIC_ORIGIN || undefined, inLanguage: translator.locale.lang }],
  }),
})
