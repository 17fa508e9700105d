import { lazyComponent } from '#shared/react/lazy-component.tsx'

export const Lobby = lazyComponent('src/features/encounters/dates/ui/lobby.tsx', () =>
  import('./lobby.tsx').then((module) => module.Lobby),
)
