import type { DistanceBand } from '#features/location/contract.ts'

export type HomeProps = {
  likesPerDay: number
  /** What the other person sees from each square of the map, row by row. */
  bands: readonly DistanceBand[]
  /** The example's percentage before anything is changed. */
  percent: number
  /** Below this percentage, no number is shown. */
  leastShownPercent: number
}
