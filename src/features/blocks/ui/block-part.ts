import { part } from '#shared/react/part.tsx'

export const BlockDialog = part('src/features/blocks/ui/block-dialog.tsx', () =>
  import('./block-dialog.tsx').then((module) => module.BlockDialog),
)
