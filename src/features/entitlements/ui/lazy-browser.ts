import { lazyInBrowser } from '#shared/react/lazy-component.tsx'

export const BoostDialog = lazyInBrowser(() => import('./boost-dialog.tsx').then((module) => module.BoostDialog))
