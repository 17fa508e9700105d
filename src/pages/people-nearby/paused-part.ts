import { heldPart } from '#shared/held-part.tsx'

/** Few are paused: for them alone it is fetched, once the page is alive. */
export const PausedNotice = heldPart('src/features/profile/ui/paused-notice.tsx', () =>
  import('#features/profile/ui/paused-notice.tsx').then((module) => module.PausedNotice),
)
