import { part } from '#shared/react/part.tsx'

export const RowEditor = part('src/pages/profile-settings/row-editor.tsx', () =>
  import('./row-editor.tsx').then((module) => module.RowEditor),
)
