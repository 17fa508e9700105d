import { part } from '#shared/react/part.tsx'

/** Few visits see a match, so its code comes with one. */
export const MatchMoment = part('src/features/likes/ui/match/match-moment.tsx', () =>
  import('./match-moment.tsx').then((module) => module.MatchMoment),
)
