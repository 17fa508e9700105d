import { part } from '#shared/react/part.tsx'

export const RequestDialog = part('src/features/chat/ui/requests/request-dialog.tsx', () =>
  import('./request-dialog.tsx').then((module) => module.RequestDialog),
)
