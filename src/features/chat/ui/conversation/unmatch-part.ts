import { part } from '#shared/react/part.tsx'

export const UnmatchDialog = part('src/features/chat/ui/conversation/unmatch-dialog.tsx', () =>
  import('./unmatch-dialog.tsx').then((module) => module.UnmatchDialog),
)
