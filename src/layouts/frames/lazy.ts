import { lazyComponent } from '#shared/react/lazy-component.tsx'

/** Separate from the frame, so that pages without the question do not load its styles. */
export const ConsentBar = lazyComponent('src/features/pixel/ui/consent-bar.tsx', () =>
  import('#features/pixel/ui/consent-bar.tsx').then((module) => module.ConsentBar),
)
