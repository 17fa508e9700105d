import { lazyComponent } from '#shared/react/lazy-component.tsx'

/** Apart from the frame, so that no page without the question has its styles. */
export const ConsentBar = lazyComponent('src/features/pixel/ui/consent-bar.tsx', () =>
  import('#features/pixel/ui/consent-bar.tsx').then((module) => module.ConsentBar),
)
