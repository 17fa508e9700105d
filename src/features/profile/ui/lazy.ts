import { lazyComponent } from '#shared/react/lazy-component.tsx'

export const PausedNotice = lazyComponent('src/features/profile/ui/paused-notice.tsx', () =>
  import('./paused-notice.tsx').then((module) => module.PausedNotice),
)
