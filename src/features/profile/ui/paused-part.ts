import { part } from '#shared/react/part.tsx'

export const PausedNotice = part('src/features/profile/ui/paused-notice.tsx', () =>
  import('./paused-notice.tsx').then((module) => module.PausedNotice),
)
