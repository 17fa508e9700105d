import { lazyComponent } from '#shared/react/lazy-component.tsx'

/** Only browsers without a script show these, so no script fetches them; the server loads them before rendering. */
export const NoScriptMenu = lazyComponent('src/features/chat/ui/message-menu/no-script-menu.tsx', () =>
  import('./no-script-menu.tsx').then((module) => module.NoScriptMenu),
)
export const UnmatchNote = lazyComponent('src/features/chat/ui/message-menu/no-script-menu.tsx', () =>
  import('./no-script-menu.tsx').then((module) => module.UnmatchNote),
)
export const MarkReadForm = lazyComponent('src/features/chat/ui/message-menu/no-script-menu.tsx', () =>
  import('./no-script-menu.tsx').then((module) => module.MarkReadForm),
)
