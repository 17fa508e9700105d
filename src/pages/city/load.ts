import type { CityProps } from '#features/cities/contract.ts'
import { cityStatements, listedFrom, toCity } from '#features/cities/server/public.ts'
import { defineLoad } from '#server/pages/load.ts'

export default defineLoad({
  statements: ({ db, params: { citySlug = '' } }) => cityStatements(db, citySlug),
  props: ({ params: { citySlug = '' }, translator }, rows): CityProps => toCity(citySlug, rows, translator.locale),
  title: ({ translator }, { name }) => translator.t('city.title', { city: name }),
  head: ({ translator }, { name, country, members }) => ({
    description: translator.t('city.description', { city: name }),
    isHidden: members < listedFrom,
    jsonLd: [
      {
        '@type': 'WebPage',
        name: translator.t('city.title', { city: name }),
        inLanguage: translator.locale.lang,
        about: { '@type': 'City', name, address: country },
      },
    ],
  }),
})
