import { lazyComponent } from '#shared/react/lazy-component.tsx'

export const Lobby = lazyComponent('src/features/encounters/dates/ui/lobby/lobby.tsx', () =>
  import('./lobby.tsx').then((module) => module.Lobby),
)
