import type { CityLink } from '#features/cities/contract.ts'
import { cityNamesStatement, toLocalCities } from '#features/cities/server/public.ts'
import type { HomeProps } from '#features/home/contract.ts'
import { startChoices } from '#features/home/example.ts'
import { columns, otherSquare, rows } from '#features/home/map.ts'
import { likesPerDay } from '#features/likes/contract.ts'
import { cellOf, type Cell } from '#features/location/contract.ts'
import { distanceBand } from '#features/location/rules.ts'
import { leastShownPercent } from '#features/quiz/contract.ts'
import { brand } from '#shared/brand.ts'
import { defineLoad } from '#server/pages/load.ts'
import { examplePercent } from './example-percent.ts'

/** The drawn region is in the middle of the Atlantic: its distances are real, its towns are not. */
const corner = cellOf(48.2, -30)
const cellAt = (square: number): Cell => ({ x: corner.x + (square % columns), y: corner.y - Math.floor(square / columns) })

const bands = Array.from({ length: columns * rows }, (_, square) => distanceBand(cellAt(square), cellAt(otherSquare)))

export default defineLoad({
  statements: ({ db }) => [cityNamesStatement(db)],
  props: ({ translator }, [cities]): HomeProps & { cities: CityLink[] } => ({
    likesPerDay,
    bands,
    percent: examplePercent(startChoices),
    leastShownPercent,
    cities: toLocalCities(cities, translator.locale),
  }),
  title: ({ translator }) => `${brand.name}: ${translator.t('home.title')}`,
  head: ({ env, translator }) => ({
    description: translator.t('home.hero.lead'),
    jsonLd: [{ '@type': 'WebSite', name: brand.name, url: env.PUBLIC_ORIGIN || undefined, inLanguage: translator.locale.lang }],
  }),
})
