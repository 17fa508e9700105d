import { part } from '#shared/react/part.tsx'

export const UndoPass = part('src/pages/profile-info/undo-pass.tsx', () =>
  import('./undo-pass.tsx').then((module) => module.UndoPass),
)
