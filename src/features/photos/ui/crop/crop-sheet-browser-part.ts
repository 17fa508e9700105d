import { browserPart } from '#shared/react/part.tsx'

/** Only who has chosen a file needs what cuts it. */
export const CropSheet = browserPart(() => import('./crop-sheet.tsx').then((module) => module.CropSheet))
