import type { DistanceBand } from '#features/location/contract.ts'

export type HomeProps = {
  likesPerDay: number
  /** What the other person sees from each square of the map, row by row. */
  bands: readonly DistanceBand[]
  /** How well the two of the example match before anything is changed. */
  percent: number
  /** Below it no number is shown. */
  leastShownPercent: number
}
