import { lazyComponent } from '#shared/react/lazy-component.tsx'

/** Apart from the chunk of the messages page: profiles ask for it, too. */
export const RequestDialog = lazyComponent('src/features/chat/ui/requests/request-dialog.tsx', () =>
  import('./request-dialog.tsx').then((module) => module.RequestDialog),
)
