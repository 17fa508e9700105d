import { lazyComponent } from '#shared/react/lazy-component.tsx'

export const RequestBar = lazyComponent('src/features/chat/ui/requests/request-bar.tsx', () =>
  import('./request-bar.tsx').then((module) => module.RequestBar),
)
export const RequestList = lazyComponent('src/features/chat/ui/requests/request-list.tsx', () =>
  import('./request-list.tsx').then((module) => module.RequestList),
)
