import { part } from '#shared/react/part.tsx'

export const SearchList = part('src/features/chat/ui/inbox/search-list.tsx', () =>
  import('./search-list.tsx').then((module) => module.SearchList),
)
