import { part } from '#shared/part.tsx'

/** What few conversations show; their styles are the conversation's own. */
export const Away = part('src/features/chat/ui/away.tsx', () => import('./away.tsx').then((module) => module.Away))
export const OverNote = part('src/features/chat/ui/over-note.tsx', () =>
  import('./over-note.tsx').then((module) => module.OverNote),
)
