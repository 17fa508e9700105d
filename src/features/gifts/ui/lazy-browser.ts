import { lazyInBrowser } from '#shared/react/lazy-component.tsx'

export const GiftSheet = lazyInBrowser(() => import('./gift-sheet.tsx').then((module) => module.GiftSheet))
