import { part } from '#shared/part.tsx'

export const RequestDialog = part('src/features/chat/ui/request-dialog.tsx', () =>
  import('./request-dialog.tsx').then((module) => module.RequestDialog),
)
