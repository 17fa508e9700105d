import { part } from '#shared/part.tsx'

export const UnmatchDialog = part('src/features/chat/ui/unmatch-dialog.tsx', () =>
  import('./unmatch-dialog.tsx').then((module) => module.UnmatchDialog),
)
