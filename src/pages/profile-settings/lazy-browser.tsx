import { lazyInBrowser } from '#shared/react/lazy-component.tsx'

export const RowSheet = lazyInBrowser(() => import('./row-sheet.tsx').then((module) => module.RowSheet))
