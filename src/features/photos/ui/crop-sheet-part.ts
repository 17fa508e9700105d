import { part } from '#shared/part.tsx'

/** Only who has chosen a file needs what cuts it. */
export const CropSheet = part('src/features/photos/ui/crop-sheet.tsx', () =>
  import('./crop-sheet.tsx').then((module) => module.CropSheet),
)
