import { lazyInBrowser } from '#shared/react/lazy-component.tsx'

export const TieOnCard = lazyInBrowser(() => import('./tie-on-card.tsx').then((module) => module.TieOnCard))
