import type { Translator } from '#shared/i18n/translator.ts'
import { read } from '#shared/routing/action.ts'

// The grid is in a separate file: most pages name distances, few compute the cell of a position.
export { cellColumns, cellOf, coarsePosition, distanceKm, parentOf, type Cell } from './grid.ts'

/** Under 5, 10, 25, 50 or 100 km, or over 100: the only form in which a distance leaves the server. */
export const bandLimitsKm = [5, 10, 25, 50, 100] as const
export type BandLimitKm = (typeof bandLimitsKm)[number]
export type DistanceBand = BandLimitKm | 'over'

const miles: Record<BandLimitKm, number> = { 5: 3, 10: 6, 25: 15, 50: 30, 100: 60 }

/**
 * Returns 'Under 5 km' or 'under 3 miles', in the units of the viewer's locale. The bands are the same in both; each
 * name is a round number.
 */
export function describeBand({ t, locale, format }: Translator, band: DistanceBand): string {
  const limit = band === 'over' ? 100 : band
  const kind = band === 'over' ? 'over' : 'under'
  return locale.units === 'metric'
    ? t(`people.band.${kind}Km`, { distance: format.number(limit) })
    : t(`people.band.${kind}Miles`, { distance: format.number(miles[limit]) })
}

/** Cities of one country, as options of a form's select field. */
export type CityGroup = { group: string; options: { value: string; label: string }[] }

export const placeLimits = {
  /** Characters with which a search begins. */
  least: 2,
  /** Characters that are looked at. */
  typed: 60,
  /** Towns in an answer. */
  shown: 8,
} as const

/** The query of the page's URL with what was typed. */
export const typedParam = 'place'

/** A town to choose. It says nothing about where the town lies. */
export type FoundPlace = {
  /** The value of the form's field `city`: a number of GeoNames, or a city that has a page. */
  id: string
  name: string
  /** The name in the town's own language; '' if it is the same. */
  local: string
  /** Only for a town that shares its name with another of its country; '' for others. */
  region: string
  country: string
}
export type FoundPlaces = { places: FoundPlace[] }

/** What a form shows in which a member chooses their place. */
export type PlaceView = {
  /** The saved city; null if there is none, or if the place has no name. */
  saved: { id: string; name: string } | null
  hasCell: boolean
  /** The search in the page's URL, made without a script; null without one. */
  search: { typed: string; found: FoundPlace[] } | null
}

export const townActions = {
  /** `?q=`: the towns for what was typed. */
  find: read<FoundPlaces>('/api/places', { openToRestricted: true }),
}
