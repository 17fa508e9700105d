import { lazyInBrowser } from '#shared/react/lazy-component.tsx'

/** Loaded once a file was chosen, because nothing else needs the cropper. */
export const CropSheet = lazyInBrowser(() => import('./crop-sheet.tsx').then((module) => module.CropSheet))
