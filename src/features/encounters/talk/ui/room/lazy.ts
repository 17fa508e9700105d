import { lazyComponent } from '#shared/react/lazy-component.tsx'

export const Revealed = lazyComponent('src/features/encounters/talk/ui/room/revealed.tsx', () =>
  import('./revealed.tsx').then((module) => module.Revealed),
)
