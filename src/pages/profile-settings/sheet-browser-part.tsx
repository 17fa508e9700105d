import { browserPart } from '#shared/react/part.tsx'

export const RowSheet = browserPart(() => import('./row-sheet.tsx').then((module) => module.RowSheet))
