import { part } from '#shared/react/part.tsx'

/** What few conversations show; their styles are the conversation's own. */
export const Away = part('src/features/chat/ui/inbox/away.tsx', () => import('../inbox/away.tsx').then((module) => module.Away))
export const OverNote = part('src/features/chat/ui/conversation/over-note.tsx', () =>
  import('./over-note.tsx').then((module) => module.OverNote),
)
