import { part } from '#shared/part.tsx'

export const RowEditor = part('src/pages/profile-settings/row-editor.tsx', () =>
  import('./row-editor.tsx').then((module) => module.RowEditor),
)

export const RowSheet = part('src/pages/profile-settings/row-sheet.tsx', () =>
  import('./row-sheet.tsx').then((module) => module.RowSheet),
)
