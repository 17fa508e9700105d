import { lazyComponent } from '#shared/react/lazy-component.tsx'

export const BlockDialog = lazyComponent('src/features/blocks/ui/block-dialog.tsx', () =>
  import('./block-dialog.tsx').then((module) => module.BlockDialog),
)
