import { browserPart } from '#shared/react/part.tsx'

/** What is opened from a message, fetched when the first one is. */
export const MessageMenu = browserPart(() => import('./message-menu.tsx').then((module) => module.MessageMenu))
export const DeleteDialog = browserPart(() => import('./delete-dialog.tsx').then((module) => module.DeleteDialog))
export const messageActions = () => import('./message-actions.ts')
