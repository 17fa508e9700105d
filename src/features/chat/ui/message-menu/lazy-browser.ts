import { lazyInBrowser } from '#shared/react/lazy-component.tsx'

/** Menus and dialogs that open from a message, fetched when the first one opens. */
export const MessageMenu = lazyInBrowser(() => import('./message-menu.tsx').then((module) => module.MessageMenu))
export const DeleteDialog = lazyInBrowser(() => import('./delete-dialog.tsx').then((module) => module.DeleteDialog))
export const messageActions = () => import('./message-actions.ts')
