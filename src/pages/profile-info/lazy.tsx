import { lazyComponent } from '#shared/react/lazy-component.tsx'

export const UndoPass = lazyComponent('src/pages/profile-info/undo-pass.tsx', () =>
  import('./undo-pass.tsx').then((module) => module.UndoPass),
)
