import type { Intent } from '#features/profile/contract.ts'

export type CityLink = { slug: string; name: string }

/** A page of one city, without data of any single member. */
export type CityProps = CityLink & {
  country: string
  /** Rounded down to a multiple of five; 0 below five. */
  members: number
  /** In per cent of those who show an intent, the most frequent first; empty below 50 members. */
  intents: { intent: Intent; percent: number }[]
  nearest: CityLink[]
  /** This city first, then the nearest ones, in the units of `citySketch`. */
  map: { slug: string; x: number; y: number }[]
  /** Every city, grouped by country. */
  groups: { country: string; cities: CityLink[] }[]
}

/** Size of the drawing of a city and its neighbours; the margin leaves room for names. */
export const citySketch = { width: 640, height: 420, margin: { x: 70, y: 60 } } as const
