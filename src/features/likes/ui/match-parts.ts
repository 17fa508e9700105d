import { part } from '#shared/part.tsx'

/** Few visits see a match, so its code comes with one. */
export const MatchMoment = part('src/features/likes/ui/match-moment.tsx', () =>
  import('./match-moment.tsx').then((module) => module.MatchMoment),
)
