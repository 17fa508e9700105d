import { lazyComponent } from '#shared/react/lazy-component.tsx'

/**
 * Parts that few conversations show. Their styles belong to the conversation or its log, so the server has already linked them.
 */
export const Away = lazyComponent('src/features/chat/ui/inbox/away.tsx', () =>
  import('../inbox/away.tsx').then((module) => module.Away),
)
export const OverNote = lazyComponent('src/features/chat/ui/conversation/over-note.tsx', () =>
  import('./over-note.tsx').then((module) => module.OverNote),
)
export const Start = lazyComponent('src/features/chat/ui/conversation/conversation-start.tsx', () =>
  import('./conversation-start.tsx').then((module) => module.Start),
)
export const PairTies = lazyComponent('src/features/chat/ui/conversation/conversation-start.tsx', () =>
  import('./conversation-start.tsx').then((module) => module.PairTies),
)
export const UnmatchDialog = lazyComponent('src/features/chat/ui/conversation/unmatch-dialog.tsx', () =>
  import('./unmatch-dialog.tsx').then((module) => module.UnmatchDialog),
)
