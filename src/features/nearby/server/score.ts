import type { DistanceBand } from '#features/location/contract.ts'
import { commonGround } from '#features/profile/server/public.ts'
import { matchOf } from '#features/quiz/server/public.ts'
import type { NearbyView, Points } from '../contract.ts'
import { activityOf, commonShareOf, pointsOf, scoreOf } from '../rules.ts'

/** What of a person counts for their score. Fields that strangers do not see are empty here. */
export type Assessed = {
  interests: readonly string[]
  intent: string | null
  /** A bit set. */
  languages: number
  showsOnline: boolean
  activeAt: number
  /** Packed answers. */
  quiz: string
  /** 0 to 100. */
  completeness: number
}

/** What a viewer and a person have in common, and the person's points, at the list's clock (ms). */
export function assess(
  viewer: { interests: readonly string[]; intent: string | null; languages: number; quiz: string },
  person: Assessed,
  band: DistanceBand,
  at: number,
) {
  const common = commonGround(viewer, person)
  const match = matchOf(viewer.quiz, person.quiz)
  const activity = person.showsOnline ? activityOf(person.activeAt, at) : ('hidden' as const)
  const languages = viewer.languages & person.languages
  const commonShare = commonShareOf(match?.share ?? common.share, languages !== 0)
  const points = pointsOf({ commonShare, band, activity, completeness: person.completeness })
  return { common, languages, match, activity, points }
}

/** The rank without what puts people first. */
export function rankIn({ order }: Pick<NearbyView, 'order'>, activeAt: number, points: Points): number {
  return order === 'neutral' ? activeAt : scoreOf(points)
}
