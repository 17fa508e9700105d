import { part } from '#shared/react/part.tsx'

export const RequestBar = part('src/features/chat/ui/requests/request-bar.tsx', () =>
  import('./request-bar.tsx').then((module) => module.RequestBar),
)
export const RequestList = part('src/features/chat/ui/requests/request-list.tsx', () =>
  import('./request-list.tsx').then((module) => module.RequestList),
)
