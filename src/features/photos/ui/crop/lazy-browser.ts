import { lazyInBrowser } from '#shared/react/lazy-component.tsx'

/** Only who has chosen a file needs what cuts it. */
export const CropSheet = lazyInBrowser(() => import('./crop-sheet.tsx').then((module) => module.CropSheet))
