import { lazyComponent } from '#shared/react/lazy-component.tsx'

/** Apart from the page of messages' own: profiles ask for it, too. */
export const RequestDialog = lazyComponent('src/features/chat/ui/requests/request-dialog.tsx', () =>
  import('./request-dialog.tsx').then((module) => module.RequestDialog),
)
