import { part } from '#shared/part.tsx'

/** What is opened from a message, fetched when the first one is. */
export const MessageMenu = part('src/features/chat/ui/message-menu.tsx', () =>
  import('./message-menu.tsx').then((module) => module.MessageMenu),
)
export const DeleteDialog = part('src/features/chat/ui/delete-dialog.tsx', () =>
  import('./delete-dialog.tsx').then((module) => module.DeleteDialog),
)
export const messageActions = () => import('./message-actions.ts')
