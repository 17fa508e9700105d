import { lazyComponent } from '#shared/react/lazy-component.tsx'

/** Few visits see a match, so its code loads on demand. */
export const MatchMoment = lazyComponent('src/features/likes/ui/match/match-moment.tsx', () =>
  import('./match-moment.tsx').then((module) => module.MatchMoment),
)
