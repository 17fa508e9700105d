import { lazyInBrowser } from '#shared/react/lazy-component.tsx'

/** What is opened from a message, fetched when the first one is. */
export const MessageMenu = lazyInBrowser(() => import('./message-menu.tsx').then((module) => module.MessageMenu))
export const DeleteDialog = lazyInBrowser(() => import('./delete-dialog.tsx').then((module) => module.DeleteDialog))
export const messageActions = () => import('./message-actions.ts')
