import { lazyComponent } from '#shared/react/lazy-component.tsx'

export const SearchList = lazyComponent('src/features/chat/ui/inbox/search-list.tsx', () =>
  import('./search-list.tsx').then((module) => module.SearchList),
)
