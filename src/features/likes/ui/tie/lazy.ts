import { lazyComponent } from '#shared/react/lazy-component.tsx'

export const TieDialog = lazyComponent('src/features/likes/ui/tie/tie-dialog.tsx', () =>
  import('./tie-dialog.tsx').then((module) => module.TieDialog),
)
