import { lazyComponent } from '#shared/react/lazy-component.tsx'

/** Separate from the chunk of the messages page, because profiles use it too. */
export const RequestDialog = lazyComponent('src/features/chat/ui/requests/request-dialog.tsx', () =>
  import('./request-dialog.tsx').then((module) => module.RequestDialog),
)
