import { part } from '#shared/react/part.tsx'

/** Only browsers without a script show these, so no script fetches them; the server has them ready before it renders. */
export const NoScriptMenu = part('src/features/chat/ui/message-menu/no-script-menu.tsx', () =>
  import('./no-script-menu.tsx').then((module) => module.NoScriptMenu),
)
export const UnmatchNote = part('src/features/chat/ui/message-menu/no-script-menu.tsx', () =>
  import('./no-script-menu.tsx').then((module) => module.UnmatchNote),
)
export const MarkReadForm = part('src/features/chat/ui/message-menu/no-script-menu.tsx', () =>
  import('./no-script-menu.tsx').then((module) => module.MarkReadForm),
)
