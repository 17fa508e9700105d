import { part } from '#shared/part.tsx'

export const SearchList = part('src/features/chat/ui/search-list.tsx', () =>
  import('./search-list.tsx').then((module) => module.SearchList),
)
